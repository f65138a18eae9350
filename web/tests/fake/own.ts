import type { AccessToken, AccountExport, Company, Factor, OpenSession } from '@/api/session/account';
import type { Profile, Role } from '@/api/generated';
import type { SignInAccount } from '@/api/generated/account';
import type { SecurityEvent } from '@/api/session/securityLog';
import { type Calls, refuse } from './calls';
import { at, makeProfile, uuid } from './data';

/** The password of the user, and the code that their authenticator app shows. */
const rightPassword = 'proof-demo-1';
const rightCode = '123456';

/** Refuses every password and code that is not the right one. */
export function prove({ password = rightPassword, code = rightCode }: { password?: string; code?: string }): void {
  if (password !== rightPassword) refuse(400, 'password.wrong', 'The password is not right.');
  if (code !== rightCode) refuse(400, 'second_factor.wrong', 'This code is not right.');
}

/** The signed-in person's own account: their profile, company and sessions. */
export class FakeOwnAccount {
  profile: Profile;
  company: Company = { name: 'Acme Foods', address: '1 Mill Lane', country: 'DE', contact: 'Olivia Hartmann' };
  sessions: OpenSession[] = [
    this.session(1, 'Firefox on Linux', true),
    this.session(2, 'Chrome on Windows'),
    this.session(3, ''),
  ];

  /** The accounts that the sign-in of the user opens. */
  accounts: SignInAccount[] = [];
  factors: Factor[] = [];
  security: SecurityEvent[] = [];
  tokens: AccessToken[] = [];
  /** Whether the account needs a second factor. */
  required = false;
  recoveryCodes: string[] = [];
  export: AccountExport = { state: 'none' };

  constructor(role: Role) {
    this.profile = makeProfile(role);
  }

  readonly calls: Calls = {
    profile: () => ({ data: this.profile }),
    saveProfile: ({ profileChange: { timeZone, ...change } }) => {
      const asks = this.profile.isClientProfileComplete ? ('nothing' as const) : ('company' as const);
      const profileGate = { asks, closed: asks === 'company' };
      this.change({ ...change, timeZone: { label: timeZone }, isProfileComplete: true, profileGate });
    },
    saveAvatar: () => this.change({ avatar: '/api/avatars/1' }),
    removeAvatar: () => this.change({ avatar: '' }),
    company: () => ({ data: this.company }),
    saveCompany: ({ company }) => {
      this.company = company;
    },
    changeEmail: ({ emailChange }) => prove(emailChange),
    ownAccounts: () => ({ data: this.accounts }),
    switchAccount: ({ accountId: id }) => {
      const role = 'operator';
      return { accessToken: 'switched', accessTokenExpiresAt: at(1), user: { id, role }, client: { id: 'admin' } };
    },
    sessions: () => ({ data: this.sessions }),
    endOtherSessions: () => {
      this.sessions = this.sessions.filter(({ current }) => current);
    },
    endSession: ({ sessionId }) => {
      this.sessions = this.sessions.filter(({ id }) => id !== sessionId);
    },
    factors: () => {
      const { factors, recoveryCodes, required } = this;
      return { data: { factors, recoveryCodes: recoveryCodes.length, required } };
    },
    beginApp: ({ passwordProof }) => {
      prove(passwordProof);
      return { data: { id: this.newFactor, secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://x', image: 'anBlZw==' } };
    },
    beginPasskey: ({ passwordProof }) => {
      prove(passwordProof);
      return { data: { id: this.newFactor, options: '{"challenge":"AAAA"}' } };
    },
    confirmApp: ({ appProof }) => {
      prove(appProof);
      return this.add('totp', appProof.name);
    },
    confirmPasskey: ({ passkeyProof }) => this.add('passkey', passkeyProof.name),
    removeFactor: ({ factorId, passwordProof }) => {
      prove(passwordProof);
      this.factors = this.factors.filter(({ id }) => id !== factorId);
    },
    renewRecoveryCodes: ({ passwordProof }) => {
      prove(passwordProof);
      return { data: { recoveryCodes: this.newCodes('new') } };
    },
    securityLog: ({ before = Infinity, person: whose }) => {
      const all = this.security.filter(({ position, person }) => position < before && (!whose || person?.id === whose));
      return { data: { events: all.slice(0, 3), next: all.length > 3 ? all[2]?.position : undefined } };
    },
    accessTokens: () => ({ data: this.tokens }),
    createAccessToken: ({ newAccessToken: { password, name, scopes, endsAt } }) => {
      prove({ password });
      const id = uuid(680 + this.tokens.length);
      this.tokens.unshift({ id, name, scopes, endsAt, createdAt: at(0) });
      return { data: { id, token: 'pb_0123456789' } };
    },
    revokeAccessToken: ({ tokenId }) => {
      this.tokens = this.tokens.filter(({ id }) => id !== tokenId);
    },
    accountExport: () => ({ data: this.export }),
    requestAccountExport: () => {
      this.export = { state: 'waiting', requestedAt: at(0), orders: 24, written: 0 };
      return { data: this.export };
    },
    requestDeletion: ({ deletionRequest }) => {
      prove(deletionRequest);
      this.change({ deletesAt: at(30) });
    },
    takeBackDeletion: () => this.change({ deletesAt: undefined }),
  };

  saveTour(tour: string, data: boolean): void {
    const flags = Object.keys(this.profile).filter((name) => name.endsWith('TourGuide'));
    const changed = tour === 'all' ? flags : [`${tour}TourGuide`];
    this.change(Object.fromEntries(changed.map((flag) => [flag, data])));
  }

  private change(change: Partial<Profile>): void {
    this.profile = { ...this.profile, ...change };
  }

  factor(n: number, kind: Factor['kind'], name: string): Factor {
    return { id: uuid(650 + n), kind, name, createdAt: at(-n) };
  }

  private get newFactor(): string {
    return uuid(650 + this.factors.length);
  }

  private add(kind: Factor['kind'], name = '') {
    this.factors.push(this.factor(this.factors.length, kind, name));
    this.change({ mustAddFactor: false });
    return { data: { recoveryCodes: this.recoveryCodes.length === 0 ? this.newCodes('code') : [] } };
  }

  private newCodes(word: string): string[] {
    this.recoveryCodes = [1, 2, 3].map((n) => `${word}-${n}`);
    return this.recoveryCodes;
  }

  private session(n: number, browser: string, current = false): OpenSession {
    const address = browser && `192.0.2.${n}`;
    return { id: uuid(600 + n), current, browser, address, since: at(-n), lastSeen: at(-n / 2) };
  }
}
