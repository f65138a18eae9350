import { ShownOnce } from '../forms/ShownOnce';

type Props = { name: string; password: string; onDone: () => void };

/** Shows a generated password, which is not shown again (SH-336). */
export function PasswordOnce({ name, password, onDone }: Props) {
  return (
    <ShownOnce label="Password" value={password} copy="Copy the password" onDone={onDone}>
      <p role="status">
        <strong>{name}</strong> is added. Copy the password now and pass it on: it is not shown again.
      </p>
    </ShownOnce>
  );
}
