package io.fairstream.reports.doctor;

/**
 * Something that was looked at.
 *
 * @param found what is the case
 * @param remedy what to do about it; empty where nothing is to be done
 */
public record Finding(Part part, Level level, String found, String remedy) {
    /** What was looked at. */
    public enum Part {
        KAFKA,
        TOPICS,
        PRODUCERS,
        REGISTRY,
        ACCESS,
        DISKS
    }

    /** How it is. */
    public enum Level {
        /** As it should be. */
        OK,
        /** It works; a site may want it otherwise. */
        LOOK,
        /** Something does not work, or will not when it matters. */
        WRONG
    }

    static Finding ok(Part part, String found) {
        return new Finding(part, Level.OK, found, "");
    }

    static Finding look(Part part, String found, String remedy) {
        return new Finding(part, Level.LOOK, found, remedy);
    }

    static Finding wrong(Part part, String found, String remedy) {
        return new Finding(part, Level.WRONG, found, remedy);
    }
}
