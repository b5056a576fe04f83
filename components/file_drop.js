// Where files are chosen or dropped, and how far they are. Follows `file_sending.js` in one module.
// Names and reasons are set as text, never as markup.

const SHOWN = 30; // files that are listed; the others are counted
const RECENT = 8000; // milliseconds over which the speed of sending is measured

function remaining(seconds) {
  if (seconds < 55) return `${Math.max(5, 5 * Math.round(seconds / 5))} s`;
  if (seconds < 3600) return `${Math.max(1, Math.round(seconds / 60))} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

function count(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
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
