import { defaultValues } from '../options.js';
import { go, toolPath } from '../router.js';
import { type Session, sessionOf } from '../session.js';
import { toolOfStep } from './known-tools.js';
import { writeSteps } from './step-text.js';

const PIPELINE = 'run-pipeline';

/** Whether the form of a tool can be the first step of a pipeline. */
export const canBeginPipeline = ({ tool }: Session): boolean => tool.family !== 'service';

/** Makes a tool's form, with its text and files, the first step of a pipeline, and goes there. Rejects when the service is lost. */
export async function beginPipeline({ tool, form }: Session): Promise<void> {
  const [pipeline] = await Promise.all([toolOfStep(PIPELINE), toolOfStep(tool.id)]);
  if (pipeline !== undefined) {
    const { text, files, options } = form.value;
    const defaults = defaultValues(tool.options);
    const changed = Object.entries(options).filter(([name, value]) => value !== defaults[name] && !Number.isNaN(value));
    const next = sessionOf(pipeline);
    next.clear();
    next.setText(text);
    next.setFiles(files);
    next.setOption(
      'steps',
      writeSteps([{ tool: tool.id, options: Object.fromEntries(changed), each: false, more: {} }]),
    );
  }
  await go(toolPath(PIPELINE));
}
