import { Button, Checkbox, Radio, SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { apiError, type Order, sentence, useWatermarkQuery } from '@/api';
import type { WatermarkAnswer, WatermarkPicture, WatermarkUse } from '@/api/generated/proof';
import '@/api/proof/proofTags';
import '@mantine/core/styles/Radio.css';
import { FileButton } from '@/shared/choosing';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { confirm, ErrorState } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { CloseGuard, closeQuestion, useDialogGuard, useGuardedClose } from '@/ui/dialog/closeGuard';
import { pictureProblem, useSetWatermark, watermarkKinds } from './useSetWatermark';
import classes from './watermark.module.css';

type Scope = 'order' | 'client';
type Data = WatermarkAnswer['data'];

const turnQuestion = { ...closeQuestion, title: 'Change without saving?' };

/** Sets the watermark of an order, and that of all orders of its client. */
export default function WatermarkDialog({ order, onDone }: { order: Order; onDone: () => void }) {
  const { data, error, refetch } = useWatermarkQuery({ orderId: order.id }, { refetchOnMountOrArgChange: true });
  const [chosen, setChosen] = useState<Scope>('order');
  const turn = () => setChosen(chosen === 'order' ? 'client' : 'order');
  const { hold, close: turnOrAsk } = useGuardedClose(turn, () => confirm(turnQuestion));
  if (error && !data) return <ErrorState message={sentence(apiError(error))} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={260} role="status" aria-label="Loading the watermark" />;
  const { order: own, client } = data.data;
  const scope = own.can ? chosen : 'client';
  return (
    <Stack>
      {own.can && client.can && (
        <SegmentedControl
          fullWidth
          aria-label="Which orders"
          value={scope}
          onChange={turnOrAsk}
          data={[
            { value: 'order', label: 'This order' },
            { value: 'client', label: `All orders of ${client.name}` },
          ]}
        />
      )}
      <CloseGuard value={hold}>
        <Choice key={scope} orderId={order.id} scope={scope} data={data.data} onDone={onDone} />
      </CloseGuard>
    </Stack>
  );
}

const first = (scope: Scope, { order, client }: Data): WatermarkUse => {
  if (scope === 'order') return order.use;
  return client.picture ? 'own' : 'none';
};

interface Props {
  orderId: string;
  scope: Scope;
  data: Data;
  onDone: () => void;
}

function Choice({ orderId, scope, data, onDone }: Props) {
  const { client } = data;
  const stored = data[scope].picture;
  const [before] = useState(() => ({ use: first(scope, data), dark: stored?.isDarkBackground ?? false }));
  const [use, setUse] = useState(before.use);
  const [dark, setDark] = useState(before.dark);
  const [file, setFile] = useState<{ file: File; url: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { save, busy } = useSetWatermark(orderId);
  useDialogGuard(use !== before.use || dark !== before.dark || file !== null);
  useEffect(() => (file ? () => URL.revokeObjectURL(file.url) : undefined), [file]);
  const missing = use === 'own' && !file && !stored;

  const choose = ([one]: File[]) => {
    if (!one) return;
    const wrong = pictureProblem(one);
    setProblem(wrong);
    if (!wrong) setFile({ file: one, url: URL.createObjectURL(one) });
  };
  const submit = async () => {
    if (busy) return;
    if (missing) {
      setProblem('Choose a picture first.');
      return;
    }
    try {
      toastSuccess(await save({ scope, use, isDarkBackground: dark }, use === 'own' ? (file?.file ?? null) : null));
      onDone();
    } catch (error) {
      toastError(error);
    }
  };

  return (
    <form
      aria-label={scope === 'order' ? 'Watermark of this order' : `Watermark of all orders of ${client.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack>
        <Radio.Group aria-label="Watermark" value={use} onChange={setUse}>
          <Stack gap="xs">
            {scope === 'order' && (
              <Radio
                value="client"
                label={`As for all orders of ${client.name}`}
                description={client.picture ? client.picture.name : 'They have no watermark now.'}
              />
            )}
            <Radio value="none" label="No watermark" />
            <Radio value="own" label="A picture, repeated over the whole page" />
          </Stack>
        </Radio.Group>
        {use === 'own' && (
          <Picture picture={file ? { name: file.file.name, url: file.url } : stored} dark={dark} onFiles={choose} />
        )}
        {use === 'own' && (
          <Checkbox
            checked={dark}
            onChange={(event) => setDark(event.currentTarget.checked)}
            label="The proofs are dark: draw the watermark light"
          />
        )}
        {use === 'client' && client.picture && <Tiles picture={client.picture} />}
        <p className={classes.problem} role="alert">
          {problem}
        </p>
        <div className={classes.buttons}>
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <BusyButton type="submit" busy={busy}>
            Save
          </BusyButton>
        </div>
      </Stack>
    </form>
  );
}

interface PictureProps {
  picture: Pick<WatermarkPicture, 'name' | 'url'> | undefined;
  dark: boolean;
  onFiles: (files: File[]) => void;
}

/** Shows the current image, and lets the user choose another. */
function Picture({ picture, dark, onFiles }: PictureProps) {
  return (
    <div className={classes.picture}>
      {picture && <Tiles picture={{ ...picture, isDarkBackground: dark }} />}
      <FileButton variant="default" size="xs" choice={{ kinds: watermarkKinds, onFiles }}>
        {picture ? 'Choose another picture' : 'Choose a picture'}
      </FileButton>
      <span className={classes.quiet}>{picture?.name ?? watermarkKinds.about}</span>
    </div>
  );
}

/** Shows how the image is tiled over a page. */
function Tiles({ picture: { name, url, isDarkBackground } }: { picture: WatermarkPicture }) {
  return (
    <div
      className={classes.tiles}
      data-dark={isDarkBackground || undefined}
      role="img"
      aria-label={`${name}, repeated`}
    >
      {Array.from({ length: 4 }, (_, i) => (
        <img key={i} src={url} alt="" />
      ))}
    </div>
  );
}
