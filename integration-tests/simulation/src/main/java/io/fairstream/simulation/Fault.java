package io.fairstream.simulation;

/**
 * A fault that hit an instance.
 *
 * @param step of the run after which it happened
 * @param instance by its name
 * @param detail where it happened, and for how long; empty if there is nothing to say
 */
public record Fault(long step, Kind kind, String instance, String detail) {
    /** Kind of fault that hits an instance. */
    public enum Kind {
        KILLED("killed"),
        STANDS_STILL("stands still"),
        NO_ANSWER("no answer"),
        NO_REGISTRY("no registry"),
        UNKNOWN_SCHEMA("unknown schema"),
        LOST_DISK("lost disk"),
        FULL_DISK("full disk");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    @Override
    public String toString() {
        String where = detail.isEmpty() ? "" : " " + detail;
        return "step " + step + ": " + instance + " " + kind + where;
    }
}
