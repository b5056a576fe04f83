// Sends files to the library, each in pieces by requests of its own, and tells the page of them.
//
// What is on its way stands in the window, not in the component: the page may be drawn anew, or
// another page be opened, while files go on. `file_drop.js` follows in the same module.

const PIECE = 4 << 20; // as large as the program takes
const AT_ONCE = 2; // files that are sent side by side
const WAITS = [500, 1000, 2000, 4000, 8000, 15000]; // milliseconds between tries of one piece

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

function words(bytes) {
  const units = ["B", "kB", "MB", "GB"];
  let unit = 0;
  while (bytes >= 999.5 && unit < 3) { bytes /= 1000; unit += 1; }
  return `${unit && bytes < 10 ? bytes.toFixed(1) : Math.round(bytes)} ${units[unit]}`;
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
    !(each.state === "came" && (each.token !== desk.passes[each.collection] ||
      each.place <= (desk.seen[each.token] ?? 0))));
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
