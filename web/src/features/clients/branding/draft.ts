import type { Branding, BrandUpload } from '@/api/people';
import { hexColour } from '@/lib/format/colour';
import { required } from '@/shared/accounts/forms/fields';

/** The kinds of pictures of a brand (SH-163). */
export type Kind = BrandUpload['kind'];
export const pictureKinds: Kind[] = ['logo', 'favicon', 'imagePlaceholder'];

/** A picture of a brand. `id` names the stored file, `src` shows it; both are empty for none. */
export type Picture = { id: string; src: string };
export type Pictures = Record<Kind, Picture>;

/** The texts of a branding while it is edited. `colour` is what was typed. */
export type Texts = { name: string; senderName: string; colour: string };
export type Draft = Texts & Pictures;

/** Returns a stored picture. Everybody may read it. */
const pictureOf = (id: string): Picture => ({ id, src: id && `/api/brand/files/${id}` });

export const draftOf = ({ logo, favicon, imagePlaceholder, ...texts }: Branding): Draft => ({
  ...texts,
  logo: pictureOf(logo),
  favicon: pictureOf(favicon),
  imagePlaceholder: pictureOf(imagePlaceholder),
});

export const textsOf = ({ name, senderName, colour }: Texts): Texts => ({ name, senderName, colour });
export const picturesOf = ({ logo, favicon, imagePlaceholder }: Pictures): Pictures => ({
  logo,
  favicon,
  imagePlaceholder,
});

/** Returns the branding to save. */
export const brandingOf = ({ name, senderName, colour, logo, favicon, imagePlaceholder }: Draft): Branding => ({
  name: name.trim(),
  senderName: senderName.trim(),
  colour: hexColour(colour) ?? colour,
  logo: logo.id,
  favicon: favicon.id,
  imagePlaceholder: imagePlaceholder.id,
});

/** Reports whether two drafts are saved as the same branding. */
export const isSame = (a: Draft, b: Draft): boolean => JSON.stringify(brandingOf(a)) === JSON.stringify(brandingOf(b));

export const textErrors = ({ name, colour }: Texts) => ({
  name: required(name),
  colour: hexColour(colour) ? undefined : 'Use # and six digits or letters from a to f, such as #2563eb.',
});
