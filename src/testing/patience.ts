import { WorkTime } from '../engines/work-time.js';

// Before the tests of each file: what an engine may take of the clock decides nothing there that work alone would not.
WorkTime.patience = 3;
