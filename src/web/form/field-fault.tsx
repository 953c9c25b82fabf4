import { FaultMessage } from '../fault-message.js';
import type { Fault } from '../faults.js';
import { Icon } from '../icons.js';
import { english } from '../words/words.js';

/** What is wrong with a field, below it, in the service's words. */
export function FieldFault({ id, faults }: { readonly id: string; readonly faults: readonly Fault[] }) {
  if (faults.length === 0) return null;
  return (
    <div class="fault" id={id}>
      <Icon name="alert" size={16} />
      <div>
        {faults.map(({ message }) => (
          <p key={message} lang={english}>
            <FaultMessage message={message} />
          </p>
        ))}
      </div>
    </div>
  );
}
