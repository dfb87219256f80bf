package io.fairstream.reading;

/** Outcome of a record; each record has exactly one. An enum of a connector, told in its order. */
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

    /** Kind of outcome: if and how a record counts. */
    enum Kind {
        USED,
        /** Left out, and nothing is missing. */
        PASSED,
        /** Left out, since it is of another format, as of others in the same stream. */
        FOREIGN,
        /** Left out, and may be missing. */
        LEFT_OUT,
        /** Left out, since it is not of the format. */
        UNREADABLE
    }

    /** The enum's. */
    int ordinal();

    /** Meaning of the outcome: if it counts, and, for a person to read after a number of records, as what. */
    Meaning meaning();
}
