import { config } from "zod";

// Runs before any other code of the page: zod would else try whether it may use eval, which the policy reports each time.
config({ jitless: true });
