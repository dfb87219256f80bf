package io.fairstream.admin;

/**
 * Finding of a check.
 *
 * @param found the observed state
 * @param remedy recommended action; empty if none is needed
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
        /** No problem. */
        OK,
        /** It works, but a site may prefer another value. */
        LOOK,
        /** Something does not work, or will fail under load or after a fault. */
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
