import { useId } from 'react';
import classes from './edit-modal.module.css';

interface Props {
  label: string;
  value: string;
  help: string | undefined;
}

/** More than this is read over several lines. */
const LINE = 40;

/** What cannot be changed: a field to whoever listens or copies, a few words to whoever looks. */
export function Fact({ label, value, help }: Props) {
  const id = useId();
  const shared = {
    id,
    value,
    readOnly: true,
    className: classes.value,
    ...(help && { 'aria-describedby': `${id}-help` }),
  };
  const long = value.length > LINE || value.includes('\n');
  return (
    <div className={long ? classes.long : undefined}>
      <label htmlFor={id}>{label}</label>
      {long ? <textarea {...shared} rows={2} /> : <input {...shared} title={value} />}
      {help && <small id={`${id}-help`}>{help}</small>}
    </div>
  );
}
