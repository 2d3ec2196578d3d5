import type { UserDossier } from '../../../spec/types.ts';
import { statementSource } from './figure-sources.ts';
import type { Figure } from './figures.tsx';
import { RecordTable } from './record-table.tsx';
import { day, plural } from './text.ts';

type Props = { userId: string; statement: UserDossier['bank_statement_submissions'][number] };

export function Transactions({ userId, statement }: Props) {
  const { transactions, account_information: account } = statement;
  const lines = (transactions ?? []).map((one, index) => {
    const figure: Figure = {
      name: `Transaction ${index + 1}, ${one.description}`,
      amount: one.amount,
      source: statementSource(userId, statement, `transactions?.[${index}]?.amount`),
    };
    const isIn = one.type === 'credit';
    return { ...one, index, paidIn: isIn ? figure : undefined, paidOut: isIn ? undefined : figure };
  });
  return (
    <RecordTable
      label="Transactions"
      caption={
        <>
          {plural(lines.length, 'transaction')}, account {account?.sort_code} {account?.account_number},
          likelihood of a bank statement {statement.bank_statement_probability}
        </>
      }
      records={lines}
      idOf={({ index }) => String(index)}
      columns={[
        ['Date', ({ date }) => day(date)],
        ['Description', ({ description }) => description],
        { name: 'In', figure: ({ paidIn }) => paidIn },
        { name: 'Out', figure: ({ paidOut }) => paidOut },
      ]}
    />
  );
}
