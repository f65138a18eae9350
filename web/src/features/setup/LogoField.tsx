import { Button, Group, Input } from '@mantine/core';
import { useState } from 'react';
import { drawnKinds, type DrawnPicture, drawPicture } from '@/lib/files/drawPicture';
import { FileButton } from '@/shared/choosing';
import { Icon } from '@/ui';
import classes from './setup.module.css';

/** The most pixels of a logo. It is made smaller when it has more. */
const most = { width: 640, height: 240 };

type Props = { logo: DrawnPicture | null; onChange: (logo: DrawnPicture | null) => void };

/** The logo of the design service, which may be left out. */
export function LogoField({ logo, onChange }: Props) {
  const [problem, setProblem] = useState('');
  const choose = async (file: File) => {
    setProblem('');
    try {
      onChange(await drawPicture(file, most));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '');
    }
  };
  return (
    <Input.Wrapper
      role="group"
      aria-labelledby="logo-label"
      aria-describedby="logo-about"
      label="Logo"
      labelElement="div"
      labelProps={{ id: 'logo-label' }}
      description={`Shown at the sign-in, in the header and in mails. You can add it later. ${drawnKinds.about}.`}
      descriptionProps={{ id: 'logo-about' }}
      error={problem}
      errorProps={{ role: 'alert', mt: 8 }}
    >
      {logo && (
        <img className={classes.logo} src={logo.url} width={logo.width} height={logo.height} alt="The chosen logo" />
      )}
      <Group mt={8} gap={8}>
        <FileButton
          variant="default"
          choice={{
            kinds: drawnKinds,
            onFiles: ([file]) => {
              if (file) void choose(file);
            },
          }}
          leftSection={<Icon name="image" size={16} />}
        >
          {logo ? 'Choose another logo' : 'Choose a logo'}
        </FileButton>
        {logo && (
          <Button variant="subtle" color="gray" onClick={() => onChange(null)}>
            Remove logo
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
