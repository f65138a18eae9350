import type { Attachment } from '@/api';
import { date } from '@/lib/format/dates';
import { SelectField } from '@/ui/fields/SelectField';
import { inPlace } from '@/ui/menus';

interface Props {
  label: string;
  attachment: Attachment;
  value: string;
  onChange: (versionId: string | null) => void;
}

/** Lists the versions of a proof, each as `v3 · 21 Nov 2026`. */
export function VersionSelect({ label, attachment, value, onChange }: Props) {
  return (
    <SelectField
      size="xs"
      w={150}
      aria-label={label}
      allowDeselect={false}
      data={attachment.versions.map((v) => ({ value: v.id, label: `v${v.version} · ${date(v.createdAt)}` }))}
      value={value}
      onChange={onChange}
      comboboxProps={inPlace}
      // The list itself must scroll, because it is the element that the field controls.
      withScrollArea={false}
      styles={{ options: { maxHeight: 260, overflowY: 'auto' } }}
    />
  );
}
