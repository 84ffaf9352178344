import { NumberInput, type NumberInputProps } from '@mantine/core';
import {
  type Control,
  type FieldPathByValue,
  type FieldValues,
  useController,
} from 'react-hook-form';

interface Props<Values extends FieldValues> extends Omit<NumberInputProps, 'name'> {
  control: Control<Values>;
  name: FieldPathByValue<Values, number>;
  /** Factor between the stored and the displayed number. */
  per?: number;
}

/** A number input of a form. Invalid input leaves the previous number unchanged. */
export function NumberField<Values extends FieldValues>({
  control,
  name,
  per = 1,
  ...input
}: Props<Values>) {
  const { field } = useController({ control, name });
  return (
    <NumberInput
      allowDecimal={false}
      {...input}
      {...field}
      value={field.value / per}
      onChange={(shown) =>
        typeof shown === 'number' && field.onChange(per === 1 ? shown : Math.round(shown * per))
      }
    />
  );
}
