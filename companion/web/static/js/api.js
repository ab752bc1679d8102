// The JSON API, and the live stream that reconnects by itself.
let token = "";
export const rights = { may_change: false, may_see_pictures: false };

async function ask(method, path, body) {
  const headers = { Accept: "application/json" };
  if (method !== "GET") headers["X-Companion-Token"] = token;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const answer = await fetch(`/api/${path}`, {
    method, headers, body: body === undefined ? undefined : JSON.stringify(body), credentials: "same-origin",
  });
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw Object.assign(new Error(data.error ?? answer.statusText), { status: answer.status });
  return data;
}

export const get = (path) => ask("GET", path);
export const post = (path, body = {}) => ask("POST", path, body);
export const remove = (path) => ask("DELETE", path);

export async function loadRights() {
  takeRights(await get("session"));
}

export async function enterPin(pin) {
  takeRights(await post("session", { pin }));
}

export async function leavePin() {
  takeRights(await remove("session"));
}

function takeRights(session) {
  token = session.token;
  rights.may_change = session.may_change;
  rights.may_see_pictures = session.may_see_pictures;
}

// Calls back with "state", "told" and "link" (true: connected). Silence longer than three pings counts as lost.
const SILENCE = 16000;
const POLL = 3000;
const LONGEST_WAIT = 5000;

export function follow(on) {
  let source = null;
  let place = "";
  let watchdog = 0;
  let waiting = 0;
  let polling = 0;
  let polled = false;
  let wait = 500;
  let streamed = null;

  const alive = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(again, SILENCE);
    clearInterval(polling);
    polling = 0;
    polled = false;
    wait = 500;
    on.link(true);
  };

  function again() {
    source?.close();
    clearTimeout(watchdog);
    clearTimeout(waiting);
    wait = Math.min(wait * 2, LONGEST_WAIT);
    waiting = setTimeout(open, wait);
    if (!polled) on.link(false);
    if (!polling) polling = setInterval(poll, POLL);
  }

  // When all live places are taken, the state is still asked for now and then.
  async function poll() {
    try {
      const now = await get("state");
      if (!polling) return;
      take(now);
      polled = true;
    } catch {
      polled = false;
    }
    if (polling) on.link(polled);
  }

  function take(state) {
    if (state.game) place = `${state.game.id}-${state.seq}`;
    on.state(state);
  }

  function open() {
    source?.close();
    const [game, since] = place.split("-");
    source = new EventSource(place ? `/api/stream?patches=1&game=${game}&since=${since}` : "/api/stream?patches=1&since=9999999");
    source.onopen = alive;
    source.onerror = again;
    source.addEventListener("ping", alive);
    source.addEventListener("told", (message) => {
      alive();
      on.told(JSON.parse(message.data));
    });
    source.addEventListener("state", (message) => {
      alive();
      streamed = JSON.parse(message.data);
      take(streamed);
    });
    source.addEventListener("patch", (message) => {
      alive();
      streamed = patched(streamed, JSON.parse(message.data));
      take(streamed);
    });
  }

  open();
}

// The next state; whatever the patch does not name is the very same object as before.
function patched(state, { set, tail, gone }) {
  const now = { ...state, ...set };
  for (const [name, [kept, items]] of Object.entries(tail)) now[name] = [...state[name].slice(0, kept), ...items];
  for (const name of gone) delete now[name];
  return now;
}
