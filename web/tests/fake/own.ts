import type { Profile, Role, TokenAnswer } from '@/api/generated';
import type { SignInAccount } from '@/api/generatedAccount';
import type { AccessToken, AccountExport, Company, Factor, OpenSession, ProfileChange } from '@/api/account';
import type { SecurityEvent } from '@/api/securityLog';
import type { TourChange } from '@/api/shell';
import { at, makeProfile, uuid } from './data';
import { type FakeAnswer, type FakeRequest, ok, refused } from './answers';

/** The password of the user, and the code that their authenticator app shows. */
export const rightPassword = 'proof-demo-1';
export const rightCode = '123456';

const wrongPassword = refused(400, 'password.wrong', 'The password is not right.');
export const wrongCode = refused(400, 'second_factor.wrong', 'This code is not right.');

const done: FakeAnswer = { json: { success: true, message: 'Done.' } };

type FactorCall = { password?: string; code?: string; name?: string };

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

  private switched(id: string): TokenAnswer {
    return {
      success: true,
      accessToken: 'switched',
      accessTokenExpiresAt: at(1),
      user: { id, role: 'operator' },
      client: { id: 'admin' },
    };
  }

  answer({ method, body, query }: FakeRequest, area: string, id: string, sub = ''): FakeAnswer {
    const write = method === 'GET' ? undefined : done;
    switch (area) {
      case 'company':
        if (method === 'PUT') this.company = JSON.parse(body) as Company;
        return write ?? { json: { success: true, data: this.company } };
      case 'accounts':
        return id ? { json: this.switched(id) } : ok(this.accounts);
      case 'sessions':
        if (method === 'DELETE') this.sessions = this.sessions.filter((one) => (id ? one.id !== id : one.current));
        return write ?? { json: { success: true, data: this.sessions } };
      case 'factors':
        if (method === 'GET') {
          const { factors, recoveryCodes, required } = this;
          return ok({ factors, recoveryCodes: recoveryCodes.length, required });
        }
        return this.changeFactors(JSON.parse(body) as FactorCall, id, sub);
      case 'security-log':
        return this.securityLog(query);
      case 'tokens':
        if (method === 'GET') return ok(this.tokens);
        return method === 'POST' ? this.createToken(body) : this.revokeToken(id);
      case 'recovery-codes':
        if ((JSON.parse(body) as FactorCall).password !== rightPassword) return wrongPassword;
        return ok({ recoveryCodes: this.newCodes('new') });
      case 'export':
        if (method === 'POST') this.export = { state: 'waiting', requestedAt: at(0), orders: 24, written: 0 };
        return ok(this.export);
      case 'email':
        return (JSON.parse(body) as FactorCall).password === rightPassword ? done : wrongPassword;
      case 'tour':
        this.saveTour(id, (JSON.parse(body) as TourChange).data);
        return done;
      case 'deletion':
        if (method === 'POST' && (JSON.parse(body) as FactorCall).password !== rightPassword) return wrongPassword;
        this.profile = { ...this.profile, deletesAt: method === 'POST' ? at(30) : undefined };
        return done;
      case '':
        if (method === 'PUT') this.save(JSON.parse(body) as ProfileChange);
        return write ?? { json: { success: true, message: '', data: this.profile } };
      case 'avatar':
        this.profile = { ...this.profile, avatar: method === 'PUT' ? '/api/avatars/1' : '' };
        return done;
      default:
        return done;
    }
  }

  /** Answers three events at a time. */
  private securityLog(query: URLSearchParams): FakeAnswer {
    const before = Number(query.get('before') ?? Infinity);
    const whose = query.get('person');
    const all = this.security.filter((e) => e.position < before && (!whose || e.person?.id === whose));
    return ok({ events: all.slice(0, 3), next: all.length > 3 ? all[2]?.position : undefined });
  }

  factor(n: number, kind: Factor['kind'], name: string): Factor {
    return { id: uuid(650 + n), kind, name, createdAt: at(-n) };
  }

  private createToken(body: string): FakeAnswer {
    const { password, name, scopes, endsAt } = JSON.parse(body) as AccessToken & { password: string };
    if (password !== rightPassword) return wrongPassword;
    const id = uuid(680 + this.tokens.length);
    this.tokens.unshift({ id, name, scopes, endsAt, createdAt: at(0) });
    return ok({ id, token: 'pb_0123456789' });
  }

  private revokeToken(id: string): FakeAnswer {
    this.tokens = this.tokens.filter((token) => token.id !== id);
    return done;
  }

  private changeFactors({ password, code, name = '' }: FactorCall, id: string, sub: string): FakeAnswer {
    const began = uuid(650 + this.factors.length);
    if (password !== undefined && password !== rightPassword) return wrongPassword;
    if (sub === 'remove') {
      this.factors = this.factors.filter((factor) => factor.id !== id);
      return done;
    }
    if (!sub && id === 'app')
      return ok({ id: began, secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://x', image: 'anBlZw==' });
    if (!sub) return ok({ id: began, options: '{"challenge":"AAAA"}' });
    if (code !== undefined && code !== rightCode) return wrongCode;
    this.factors.push(this.factor(this.factors.length, id === 'app' ? 'totp' : 'passkey', name));
    this.profile = { ...this.profile, mustAddFactor: false };
    return ok({ recoveryCodes: this.recoveryCodes.length === 0 ? this.newCodes('code') : [] });
  }

  private newCodes(word: string): string[] {
    this.recoveryCodes = [1, 2, 3].map((n) => `${word}-${n}`);
    return this.recoveryCodes;
  }

  private saveTour(tour: string, data: boolean) {
    const flags = Object.keys(this.profile).filter((name) => name.endsWith('TourGuide'));
    const changed = tour === 'all' ? flags : [`${tour}TourGuide`];
    this.profile = { ...this.profile, ...Object.fromEntries(changed.map((flag) => [flag, data])) };
  }

  private save({ timeZone, ...change }: ProfileChange) {
    this.profile = { ...this.profile, ...change, timeZone: { label: timeZone } };
    const asks = this.profile.isClientProfileComplete ? 'nothing' : 'company';
    this.profile.isProfileComplete = true;
    this.profile.profileGate = { asks, closed: asks === 'company' };
  }

  private session(n: number, browser: string, current = false): OpenSession {
    const address = browser && `192.0.2.${n}`;
    return { id: uuid(600 + n), current, browser, address, since: at(-n), lastSeen: at(-n / 2) };
  }
}
