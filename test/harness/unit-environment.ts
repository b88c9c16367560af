// What tests beside their sources get: nothing that takes time.
import { setHashCost } from '../../shared/auth/passwords/passwords.ts';

// Files share a process: passwords.test.ts, which proves the cost, puts it back for itself.
setHashCost('none');
