/** Thrown where the browser lacks the calls that read and write passkeys as JSON. */
export class NoPasskeys extends Error {}

function asCredential(made: Credential | null): string {
  if (!(made instanceof PublicKeyCredential) || typeof made.toJSON !== 'function') throw new NoPasskeys();
  return JSON.stringify(made.toJSON());
}

/** Reports whether this browser can use passkeys in the form that the server speaks. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

/** Asks the browser for one of the user's passkeys, and returns its answer as JSON. */
export async function askPasskey(options: string): Promise<string> {
  if (!hasPasskeys()) throw new NoPasskeys();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON,
  );
  return asCredential(await navigator.credentials.get({ publicKey }));
}

/** Lets the browser make a passkey, and returns its answer as JSON. */
export async function makePasskey(options: string): Promise<string> {
  if (!hasPasskeys()) throw new NoPasskeys();
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON,
  );
  return asCredential(await navigator.credentials.create({ publicKey }));
}

type Place = Pick<Location, 'hostname' | 'port' | 'protocol'>;

/**
 * Returns the sentence for a page that is open under a number: passkeys belong to a host name. `under` is the address
 * of the same server under a name, if this is the user's own machine. Returns undefined where passkeys work.
 */
export function numberHint({ hostname, port, protocol }: Place = window.location) {
  if (!/^(\d+\.){3}\d+$|^\[/.test(hostname)) return undefined;
  const own = /^127\.|^\[::1\]$/.test(hostname);
  const under = own ? `${protocol}//localhost${port && `:${port}`}` : undefined;
  return {
    text: `Passkeys belong to a host name, and this page is open under a number. Open the product ${own ? 'as' : 'under its name'}`,
    under,
  };
}

export const noPasskeysHere = 'This browser cannot use passkeys. Update it, or use another way.';

/** Returns a sentence for an error of the browser's dialog. */
export function passkeyProblem(error: unknown): string {
  if (error instanceof NoPasskeys) return noPasskeysHere;
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
      return 'No passkey was used. Try again, or use another way.';
    case 'InvalidStateError':
      return 'This device already has a passkey for your account.';
    default:
      return 'The passkey did not work. Try again, or use another way.';
  }
}
