package io.fairstream.reports.doctor;

/**
 * Something that was looked at.
 *
 * @param found what is the case
 * @param remedy what to do about it; empty where nothing is to be done
 */
public record Diagnosis(Area area, Level level, String found, String remedy) {
    /** Area that was examined. */
    public enum Area {
        KAFKA,
        TOPICS,
        PRODUCERS,
        REGISTRY,
        ACCESS,
        DISKS
    }

    /** Severity of a diagnosis. */
    public enum Level {
        /** As it should be. */
        OK,
        /** It works; a site may want it otherwise. */
        LOOK,
        /** Something does not work, or will not when it matters. */
        WRONG
    }

    static Diagnosis ok(Area area, String found) {
        return new Diagnosis(area, Level.OK, found, "");
    }

    static Diagnosis look(Area area, String found, String remedy) {
        return new Diagnosis(area, Level.LOOK, found, remedy);
    }

    static Diagnosis wrong(Area area, String found, String remedy) {
        return new Diagnosis(area, Level.WRONG, found, remedy);
    }
}
