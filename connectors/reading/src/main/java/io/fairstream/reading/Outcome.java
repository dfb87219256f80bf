package io.fairstream.reading;

/** Outcome of a record; each record has exactly one. Implemented by enums of connectors, and reported in their order. */
public interface Outcome {
    /** Meaning of an outcome. */
    record Meaning(Kind kind, String text) {
        public static Meaning used(String text) {
            return new Meaning(Kind.USED, text);
        }

        public static Meaning passed(String text) {
            return new Meaning(Kind.PASSED, text);
        }

        public static Meaning foreign(String text) {
            return new Meaning(Kind.FOREIGN, text);
        }

        public static Meaning leftOut(String text) {
            return new Meaning(Kind.LEFT_OUT, text);
        }

        public static Meaning unreadable(String text) {
            return new Meaning(Kind.UNREADABLE, text);
        }
    }

    /** Kind of outcome: whether and how a record counts. */
    enum Kind {
        USED,
        /** Left out; no data is missing. */
        PASSED,
        /** Left out because it has another format, as other records of the same stream. */
        FOREIGN,
        /** Left out; data may be missing. */
        LEFT_OUT,
        /** Left out because its format is invalid. */
        UNREADABLE
    }

    /** Returns the ordinal of the enum constant. */
    int ordinal();

    /** Returns the meaning of the outcome: whether it counts, and a text for people, after a number of records. */
    Meaning meaning();
}
