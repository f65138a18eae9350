import { Stack } from '@mantine/core';
import { useAbility, useMe } from '@/api/hooks';
import { useSection } from '@/shared/form/useSection';
import { Page } from '@/ui/page/Page';
import { AvatarSection } from './avatar/AvatarSection';
import { CompanySection } from './CompanySection';
import { ContactSection } from './ContactSection';
import { PasswordSection } from './PasswordSection';
import { PersonalSection } from './PersonalSection';

/** `/profile`: what the user tells about themselves and their company (SH-070, SH-181). */
export default function ProfilePage() {
  const me = useMe();
  const leads = useAbility('company-information', 'update');
  useSection();
  if (!me) return null; // The shell shows pages only to a known user.
  return (
    <Page narrow title="Manage Profile">
      <Stack gap={16}>
        <PersonalSection me={me} />
        <ContactSection me={me} />
        <AvatarSection me={me} />
        {leads && !me.viewOnly && <CompanySection complete={me.isClientProfileComplete} />}
        <PasswordSection me={me} />
      </Stack>
    </Page>
  );
}
