// Sends chosen and dropped files to the library, each in pieces by requests of its own.
//
// What is on its way stands in the window, not in the component: the page may be drawn anew, or
// another page be opened, while files go on. Names and reasons are set as text, never as markup.

const PIECE = 4 << 20; // as large as the program takes
const AT_ONCE = 2; // files that are sent side by side
const SHOWN = 30; // files that are listed; the others are counted
const WAITS = [500, 1000, 2000, 4000, 8000, 15000]; // milliseconds between tries of one piece
const RECENT = 8000; // milliseconds over which the speed of sending is measured

const desk = (window.quireFiles ??= {
  files: [], // in the order of coming: see `accept`
  passes: {}, // the newest pass of each collection
  seen: {}, // by pass: how many outcomes the page was drawn with
  steps: [], // [moment, bytes] of pieces that arrived
  asks: false, // whether closing the window is asked about
  told: null, // what the page was last told: {token, place, at, wait}
  redraw: null, // draws the list while the component is on the page
  tell: null, // tells the page of files that came
});

function element(tag, name, text) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text !== undefined) made.textContent = text;
  return made;
}

function words(bytes) {
  const units = ["B", "kB", "MB", "GB"];
  let unit = 0;
  while (bytes >= 999.5 && unit < 3) { bytes /= 1000; unit += 1; }
  return `${unit && bytes < 10 ? bytes.toFixed(1) : Math.round(bytes)} ${units[unit]}`;
}

function remaining(seconds) {
  if (seconds < 55) return `${Math.max(5, 5 * Math.round(seconds / 5))} s`;
  if (seconds < 3600) return `${Math.max(1, Math.round(seconds / 60))} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

function count(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

const open = (each) => each.state === "waits" || each.state === "goes";
const sleep = (time, signal) => new Promise((done) => {
  const timer = setTimeout(done, time);
  signal.addEventListener("abort", () => { clearTimeout(timer); done(); });
});

// --- sending ------------------------------------------------------------------------------------

function identity() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((each) => each.toString(16).padStart(2, "0")).join("");
}

function accept(chosen, rules) {
  for (const file of chosen) {
    const made = {
      id: identity(), file, name: file.name, size: file.size, collection: rules.collection,
      address: rules.address, header: rules.header, sent: 0, state: "waits", reason: "",
      token: "", place: 0, stop: new AbortController(),
    };
    const ending = file.name.includes(".") ? file.name.split(".").pop().toLowerCase() : "";
    if (!rules.types.includes(ending)) {
      refuse(made, `This kind of file cannot be read. ${rules.kinds}.`, false);
    } else if (file.size > rules.most) {
      refuse(made, `The file has ${words(file.size)}; at most ${words(rules.most)} are taken.`,
        false);
    }
    desk.files.push(made);
  }
  next();
}

function refuse(each, reason, again) {
  each.state = "refused";
  each.reason = reason;
  each.again = again;
}

function next() {
  const going = desk.files.filter((each) => each.state === "goes").length;
  const waiting = desk.files.filter((each) => each.state === "waits");
  for (const each of waiting.slice(0, Math.max(0, AT_ONCE - going))) {
    each.state = "goes";
    send(each).catch((error) => {
      console.warn("A file could not be sent:", error);
      refuse(each, "The file could not be read from this device. Choose it again.", false);
    }).finally(next);
  }
  desk.redraw?.();
}

async function send(each) {
  let failures = 0;
  while (each.state === "goes") {
    const piece = each.file.slice(each.sent, each.sent + PIECE);
    const body = await piece.arrayBuffer(); // fails where the file is gone or a folder
    const reply = await put(each, body);
    if (each.state !== "goes") return;
    if (reply.lost) {
      if (failures === WAITS.length) {
        refuse(each, reply.words || "The connection was lost. The file was not added.", true);
        return;
      }
      each.reason = failures ? "The connection is lost; trying again …" : "";
      desk.redraw?.();
      await sleep(WAITS[failures], each.stop.signal);
      failures += 1;
      continue;
    }
    failures = 0;
    each.reason = "";
    if (reply.received > each.sent) desk.steps.push([Date.now(), reply.received - each.sent]);
    each.sent = reply.received;
    if (reply.outcome) end(each, reply);
    desk.redraw?.();
  }
}

async function put(each, body) {
  each.token = desk.passes[each.collection];
  const query = new URLSearchParams({ name: each.name, size: each.size, start: each.sent });
  try {
    const answer = await fetch(`${each.address}${each.id}?${query}`, {
      method: "PUT", body, headers: { [each.header]: each.token }, signal: each.stop.signal,
      cache: "no-store",
    });
    const said = await answer.json();
    if (answer.ok) return said;
    return { lost: true, words: said.words };
  } catch {
    return { lost: true }; // no connection, or no sentence of ours
  }
}

function end(each, reply) {
  each.place = reply.place;
  if (reply.outcome === "refused") refuse(each, reply.words, true);
  else if (reply.outcome === "known") refuse(each, "The same file is on its way already.", false);
  else each.state = "came";
  desk.tell?.();
}

function cancel(each) {
  const begun = each.state === "goes";
  each.state = "gone";
  each.stop.abort();
  if (begun) {
    fetch(`${each.address}${each.id}`, {
      method: "DELETE", headers: { [each.header]: each.token }, keepalive: true,
    }).catch(() => undefined);
  }
  sweep();
}

function retry(each) {
  Object.assign(each, {
    id: identity(), sent: 0, state: "waits", reason: "", place: 0, stop: new AbortController(),
  });
  next();
}

// Forgets what is over: cancelled, or come and drawn by the page.
function sweep() {
  desk.files = desk.files.filter((each) => each.state !== "gone" &&
    !(each.state === "came" && each.place <= (desk.seen[each.token] ?? 0)));
  desk.redraw?.();
}

// --- telling the page ---------------------------------------------------------------------------

// A message that crosses a redraw may be lost: it is repeated until the page was drawn with it, and
// ever more seldom, so that a slow page comes to its end.
function teller(setTriggerValue) {
  return () => {
    const unseen = desk.files.filter((each) =>
      each.place && each.token === desk.passes[each.collection] &&
      each.place > (desk.seen[each.token] ?? 0));
    if (!unseen.length) { desk.told = null; return; }
    const last = unseen.reduce((one, other) => (other.place > one.place ? other : one));
    const before = desk.told, now = Date.now();
    const answered = !before || (desk.seen[before.token] ?? 0) >= before.place;
    if (!answered && now - before.at < before.wait) return;
    const wait = answered ? 2000 : Math.min(20000, 2 * before.wait);
    desk.told = { token: last.token, place: last.place, at: now, wait };
    setTriggerValue("came", last.place);
  };
}

// --- what is dropped ----------------------------------------------------------------------------

// Files of dropped folders too; the names of hidden ones begin with a dot.
async function dropped(transfer) {
  const entries = [...transfer.items].map((each) => each.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.some((each) => each.isDirectory)) return [...transfer.files];
  const found = [];
  const walk = async (entry) => {
    if (entry.name.startsWith(".")) return;
    if (entry.isFile) {
      found.push(await new Promise((done, fail) => entry.file(done, fail)));
      return;
    }
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise((done, fail) => reader.readEntries(done, fail));
      if (!some.length) return;
      for (const each of some) await walk(each);
    }
  };
  for (const each of entries) await walk(each);
  return found;
}

const holdsFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");

// --- drawing ------------------------------------------------------------------------------------

function row(each) {
  const made = element("li");
  const name = element("b", "", each.name), facts = element("span"), bar = element("progress");
  const again = element("button", "again", "Try again"), close = element("button", "close", "✕");
  const reason = element("p");
  name.dir = "auto";
  name.title = each.name;
  bar.max = 1;
  bar.setAttribute("aria-label", `Sending ${each.name}`);
  again.type = close.type = "button";
  again.setAttribute("aria-label", `Try again: ${each.name}`);
  again.onclick = () => retry(each);
  const right = element("div");
  right.append(again, close);
  made.append(name, facts, right, reason, bar);
  made.update = () => {
    const over = !open(each) && each.state !== "came";
    made.className = each.state;
    facts.textContent = each.state === "waits" ? "waiting" : each.state === "came" ? "added"
      : each.state === "goes" && each.sent ? `${words(each.sent)} of ${words(each.size)}`
      : words(each.size);
    reason.textContent = each.reason;
    reason.hidden = !each.reason;
    bar.hidden = each.state !== "goes";
    bar.value = each.size ? each.sent / each.size : 0;
    again.hidden = !(over && each.again);
    close.hidden = each.state === "came";
    close.title = over ? "Dismiss" : "Cancel";
    close.setAttribute("aria-label", `${close.title}: ${each.name}`);
    close.onclick = () => (over ? (each.state = "gone", sweep()) : cancel(each));
  };
  return made;
}

function speed() {
  const now = Date.now();
  desk.steps = desk.steps.filter(([moment]) => now - moment < RECENT);
  if (desk.steps.length < 2) return 0;
  const bytes = desk.steps.slice(1).reduce((sum, step) => sum + step[1], 0);
  return bytes / Math.max(1, now - desk.steps[0][0]) * 1000;
}

function build(parent) {
  const zone = element("div", "zone"), choose = element("button", "choose", "Choose files");
  const said = element("p"), kinds = element("small");
  const input = element("input"), total = element("div", "total"), rows = element("ul");
  const all = element("button", "all", "Cancel all"), rest = element("p", "rest");
  const live = element("div", "unseen");
  choose.type = all.type = "button";
  input.type = "file";
  input.multiple = true;
  input.tabIndex = -1;
  input.setAttribute("aria-hidden", "true");
  kinds.id = "kinds";
  choose.setAttribute("aria-describedby", "kinds");
  live.setAttribute("role", "status");
  rows.setAttribute("aria-label", "Files on their way");
  said.append(element("span", "by-mouse", "or drop them anywhere on this page"), kinds);
  zone.append(choose, said, input);
  total.append(element("b"), element("span"), all);
  const box = element("div", "drop");
  box.append(zone, live, total, rows, rest);
  parent.append(box);
  choose.onclick = () => input.click();
  Object.assign(box, { zone, input, kinds, live, total, all, rows, rest, drawn: new Map() });
  return box;
}

function draw(box, collection) {
  const mine = desk.files.filter((each) => each.collection === collection);
  const pending = mine.filter(open), shown = mine.slice(0, SHOWN);
  for (const each of shown) {
    if (!box.drawn.has(each)) box.drawn.set(each, row(each));
    box.drawn.get(each).update();
  }
  for (const [each, made] of box.drawn) {
    if (!shown.includes(each)) { made.remove(); box.drawn.delete(each); }
  }
  shown.forEach((each, place) => {
    const made = box.drawn.get(each);
    if (box.rows.children[place] !== made) box.rows.insertBefore(made, box.rows.children[place]);
  });
  const more = mine.length - shown.length;
  box.rest.textContent = more ? `and ${count(more, "more file")}` : "";
  box.rest.hidden = !more;
  box.total.hidden = !pending.length;
  if (pending.length) {
    const left = pending.reduce((sum, each) => sum + each.size - each.sent, 0), pace = speed();
    const time = pace && left / pace > 5 ? `, about ${remaining(left / pace)} left` : "";
    box.total.children[0].textContent = "Being sent";
    box.total.children[1].textContent = `${count(pending.length, "file")}, ${words(left)}${time}`;
    box.all.hidden = pending.length < 2;
    box.all.onclick = () => pending.forEach((each) => open(each) && cancel(each));
  }
  const refused = mine.filter((each) => each.state === "refused");
  const heard = pending.length ? `${count(pending.length, "file")} being sent`
    : refused.length ? `${count(refused.length, "file")} not added: ${refused[0].reason}`
    : box.live.textContent ? "All files were sent" : "";
  if (box.live.textContent !== heard) box.live.textContent = heard;
}

function leaving(event) {
  if (desk.files.some(open)) event.preventDefault(); // the browser asks whether to leave
}

if (!desk.asks) {
  desk.asks = true;
  window.addEventListener("beforeunload", leaving);
}

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  const box = parentElement.querySelector(".drop") ?? build(parentElement);
  box.leave?.(); // Streamlit calls this again with new data, without saying that the old is over
  desk.passes[data.collection] = data.token;
  desk.seen[data.token] = data.ended;
  box.kinds.textContent = data.label;
  box.input.accept = data.types.map((each) => `.${each}`).join(",");
  box.input.onchange = () => {
    const chosen = [...box.input.files];
    box.input.value = "";
    accept(chosen, data);
  };
  desk.redraw = () => draw(box, data.collection);
  desk.tell = teller(setTriggerValue);
  let depth = 0;
  const light = (on) => box.zone.classList.toggle("over", on);
  const listeners = {
    dragenter: (event) => { if (holdsFiles(event)) { depth += 1; light(true); } },
    dragleave: (event) => { if (holdsFiles(event) && --depth <= 0) { depth = 0; light(false); } },
    dragover: (event) => { if (holdsFiles(event)) event.preventDefault(); },
    drop: (event) => {
      depth = 0;
      light(false);
      if (!holdsFiles(event)) return;
      event.preventDefault();
      dropped(event.dataTransfer).then((files) => accept(files, data));
    },
  };
  for (const [kind, act] of Object.entries(listeners)) window.addEventListener(kind, act);
  const timer = setInterval(() => { if (desk.files.length) { desk.tell(); desk.redraw(); } }, 500);
  sweep();
  desk.tell();
  const mine = desk.redraw;
  box.leave = () => {
    clearInterval(timer);
    for (const [kind, act] of Object.entries(listeners)) window.removeEventListener(kind, act);
    if (desk.redraw === mine) desk.redraw = desk.tell = null;
  };
  return box.leave;
}
