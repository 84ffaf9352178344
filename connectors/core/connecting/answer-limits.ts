import { type Message, type Param, message } from '../../../contract/messages/message.ts';
import { ConnectorError } from '../errors.ts';

/** The purpose of a statement, which decides its limits and messages. */
export type Purpose = 'sign-in' | 'catalogue' | 'rows' | 'call';
export type AnswerLimit = 'row' | 'answer' | 'columns';

const WHAT_WAS_READ: Record<Purpose, Message> = {
  'sign-in': message('network.askedSignIn'),
  catalogue: message('network.askedCatalogue'),
  rows: message('network.askedRows'),
  call: message('network.askedCall'),
};

/** The error for a server that sent more than a limit allows, and was disconnected. */
export function explainLimitExceeded(
  subject: Param,
  purpose: Purpose,
  limit: AnswerLimit,
  bytes: number,
): ConnectorError {
  const size = `${Math.round(bytes / 100_000) / 10} MB`;
  const what = {
    row: message('network.amountRow', { size }),
    answer: message('network.amountAnswer', { size }),
    columns: message('network.amountColumns'),
  }[limit];
  return new ConnectorError(
    'limit',
    message('network.tooMuch', {
      server: subject,
      asked: WHAT_WAS_READ[purpose],
      amount: what,
      failure: adviceFor(purpose, limit),
    }),
  );
}

function adviceFor(purpose: Purpose, limit: AnswerLimit): Message {
  if (purpose === 'sign-in' || limit === 'columns') return message('network.adviceServer');
  const setting = limit === 'row' ? 'READ_ROW_MB' : 'READ_ANSWER_MB';
  return purpose === 'call'
    ? message('network.adviceCall', { setting })
    : message('network.adviceData', { setting });
}
