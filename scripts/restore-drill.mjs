// The people of the restore drill: they write, and what they see is compared. Used by restore-drill.sh.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const [command, ...args] = process.argv.slice(2);

async function call(base, path, init = {}) {
  const response = await fetch(base + path, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

/** Everybody of the demo company. */
async function people(base) {
  const { data } = await call(base, '/api/demo');
  return data.people.map((person) => ({ ...person, password: data.password }));
}

/** A session that sends what the web app sends. */
async function signIn(base, person) {
  const desk = person.signin === 'desk';
  const token = await call(base, desk ? '/api/d/token' : '/api/c/token', {
    method: 'POST',
    headers: { Authorization: 'Basic ' + btoa(desk ? 'web-desk:' : 'web-customer:') },
    body: new URLSearchParams({ grant_type: 'password', username: person.email, password: person.password }),
  });
  const bearer = { Authorization: `Bearer ${token.accessToken}` };
  const get = (path) => call(base, `/api${path}`, { headers: bearer });
  const write = async (method, path, body, scope = 'card') => {
    const csrf = await get(`/g/csrf/${scope}`);
    const headers = { ...bearer, 'Content-Type': 'application/json', 'X-CSRF-Token': csrf.data.token, 'Idempotency-Key': crypto.randomUUID() };
    return call(base, `/api${path}`, { method, headers, body: JSON.stringify(body) });
  };
  return { ...person, get, write };
}

async function byRole(base, role, nth = 0) {
  const found = (await people(base)).filter((person) => person.role === role);
  return signIn(base, found[nth]);
}

/** Waits until nothing is behind the log and nobody writes any more: automations are done. */
async function settle(base) {
  let last = '';
  for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 1000))) {
    const now = await fetch(base + '/metrics').then((response) => response.text());
    const lines = now.split('\n').filter((line) => /^proofboard_(log_head_position|(projection|worker|audit)_lag_events)/.test(line));
    const behind = lines.some((line) => !line.startsWith('proofboard_log_head') && !line.endsWith(' 0'));
    if (!behind && lines.length > 5 && lines.join() === last) return;
    last = lines.join();
  }
  throw new Error(`it does not settle: ${last}`);
}

const says = (text) => JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });

/** The kinds of attachments of an order, each with its attachments. */
const attachmentsOf = (order) => Object.values(order.attachments).flat();

async function orders(manager) {
  const all = [];
  for (let page = 1; ; page++) {
    const { data } = await manager.get(`/order?view=list&limit=100&sort=created&page=${page}`);
    all.push(...data.orders);
    if (data.orders.length < 100) break;
  }
  return Promise.all(all.map(async (card) => (await manager.get(`/order/${card.id}`)).data.order));
}

/** Makes an order with a file, and lets a designer and the manager comment on a proof. */
async function work(base, tag) {
  const owner = await byRole(base, 'owner');
  const { data: made } = await owner.write('POST', '/order', { orderName: `Drill ${tag}` });
  await owner.write('PUT', `/order/${made.orderId}/action`, { action: 'published' });
  const content = new Blob([`%PDF-1.4\n% ${tag} ${crypto.randomUUID()}\n`], { type: 'application/pdf' });
  const file = { name: `${tag}.pdf`, type: 'application/pdf', size: content.size };
  const { data: form } = await owner.write('POST', `/upload/upload-token/attachment/${made.orderId}`, file, 'upload');
  const body = new FormData();
  for (const [name, value] of Object.entries(form.fields)) body.append(name, value);
  body.append('file', content);
  const sent = await fetch(form.url, { method: 'POST', body });
  if (!sent.ok) throw new Error(`upload: ${sent.status} ${await sent.text()}`);
  await owner.write('PUT', `/upload/attachment/${made.orderId}`, { ...file, key: form.fields.key, reviewType: 'suppliedFiles' }, 'upload');
  const manager = await byRole(base, 'manager');
  const leaver = await byRole(base, 'operator', 1);
  for (const author of [manager, leaver]) {
    let written = 0;
    for (const order of await orders(manager)) {
      for (const attachment of attachmentsOf(order)) {
        const at = `/order/${order.id}/attachment/${attachment.id}/version/${attachment.versions[0].id}/annotation`;
        const topic = await author.write('POST', at, { message: says(`${author.name} on ${tag}`) }, 'card-annotation').catch(() => null);
        if (topic && ++written === 3) break;
      }
      if (written === 3) break;
    }
    if (written < 3) throw new Error(`${author.name} could write ${written} comments only`);
  }
  console.log(leaver.email);
}

/** A message without the names of whom it mentions: those belong to the accounts. */
const nameless = (message) => JSON.stringify(JSON.parse(message), (key, value) => (key === 'label' ? undefined : value));

async function download(order, version) {
  const response = await fetch(version.url);
  const hash = createHash('sha256').update(Buffer.from(await response.arrayBuffer())).digest('hex');
  if (!response.ok || hash !== version.fileMeta.sha256) throw new Error(`${version.fileName} of ${order.orderName} cannot be read: ${response.status}`);
  return hash;
}

/** What people see: every file by its hash as it is downloaded (unless only the texts are wanted), every text as it is read. */
async function look(base, file, only) {
  const manager = await byRole(base, 'manager');
  const seen = { orders: 0, files: {}, texts: {} };
  for (const order of await orders(manager)) {
    seen.orders++;
    for (const attachment of attachmentsOf(order)) {
      for (const version of attachment.versions) {
        if (only !== 'texts') seen.files[version.id] = await download(order, version);
        const { data } = await manager.get(`/order/${order.id}/attachment/${attachment.id}/version/${version.id}`);
        for (const topic of [...data.public, ...data.internal]) {
          for (const text of [topic, ...topic.comments]) seen.texts[text.id] = { by: text.sender.id, says: nameless(text.message) };
        }
      }
    }
  }
  writeFileSync(file, JSON.stringify(seen));
  console.log(`${seen.orders} orders, ${Object.keys(seen.files).length} files, ${Object.keys(seen.texts).length} texts`);
}

/** Compares two looks. Texts that the other look shows as erased have to be erased in both, whatever they said before. */
function compare(restored, before, after) {
  const [now, then, erased] = [restored, before, after].map((file) => JSON.parse(readFileSync(file, 'utf8')));
  const gone = (text) => text.says.includes("erased with its author's account");
  const left = new Set(Object.values(erased.texts).filter(gone).map((text) => text.by));
  const wrong = [];
  if (now.orders !== then.orders) wrong.push(`${now.orders} orders, there were ${then.orders}`);
  if (JSON.stringify(Object.entries(now.files).sort()) !== JSON.stringify(Object.entries(then.files).sort())) wrong.push('other files');
  let kept = 0;
  let stay = 0;
  if (Object.keys(now.texts).length !== Object.keys(then.texts).length) wrong.push('other texts');
  for (const [id, text] of Object.entries(then.texts)) {
    const found = now.texts[id];
    if (left.has(text.by)) {
      if (!found || !gone(found)) wrong.push(`a text of an erased account is there again: ${id}`);
      stay++;
    } else {
      if (!found || gone(found) || found.says !== text.says) wrong.push(`a text cannot be read: ${id}`);
      kept++;
    }
  }
  if (!stay || !kept) wrong.push('the drill shows nothing: no text is erased, or none is kept');
  if (wrong.length) throw new Error(wrong.slice(0, 5).join('; '));
  console.log(`${Object.keys(now.files).length} files and ${kept} sealed texts readable, ${stay} texts of an account erased after the backup stay erased`);
}

await { settle, work, look, compare }[command](...args);
