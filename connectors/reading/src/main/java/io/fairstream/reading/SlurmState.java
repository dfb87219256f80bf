package io.fairstream.reading;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Meaning of a Slurm state for the run of a record. Only a final state ends a run: a record of a running job may have
 * an end, too, which is the time of the query ({@code sacct -T}).
 */
public enum SlurmState {
    /** Waits for its first or next run. */
    WAITS(List.of("PENDING")),
    /** Runs, is suspended, or is starting or completing. */
    GOES_ON(List.of(
            "RUNNING",
            "SUSPENDED",
            "COMPLETING",
            "CONFIGURING",
            "EXPEDITING",
            "POWER_UP_NODE",
            "SIGNALING",
            "STAGE_OUT",
            "STOPPED",
            "UPDATE_DB")),
    /** The run and the job have ended. */
    OVER(List.of(
            "BOOT_FAIL",
            "CANCELLED",
            "COMPLETED",
            "DEADLINE",
            "FAILED",
            "LAUNCH_FAILED",
            "NODE_FAIL",
            "OUT_OF_MEMORY",
            "PREEMPTED",
            "RECONFIG_FAIL",
            "REVOKED",
            "TIMEOUT")),
    /** The run ended, and the job waits for another one. */
    WAITS_AGAIN(List.of("REQUEUED", "REQUEUE_FED")),
    /** The run ended, and the job is held. */
    HELD(List.of("REQUEUE_HOLD", "RESV_DEL_HOLD", "SPECIAL_EXIT")),
    /** The run continues with another size. */
    SIZE_CHANGED(List.of("RESIZING"));

    private static final Map<String, SlurmState> OF_WORDS = new HashMap<>();

    static {
        for (SlurmState state : values()) {
            state.words.forEach(word -> OF_WORDS.put(word, state));
        }
    }

    @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable list
    private final List<String> words;

    SlurmState(List<String> words) {
        this.words = words;
    }

    /** Returns the word of a state, without the user who cancelled. */
    public static String word(String text) {
        return text.replaceFirst(" .*", "");
    }

    /**
     * Returns the meaning of a text such as {@code COMPLETED} or {@code CANCELLED by 17}.
     *
     * @throws MalformedException if Slurm has no such state
     */
    public static SlurmState of(String field, String text) throws MalformedException {
        SlurmState state = OF_WORDS.get(word(text));
        if (state == null) {
            throw new MalformedException(field, text, "a Slurm state, such as RUNNING or CANCELLED by 17");
        }
        return state;
    }

    /**
     * Returns the meaning in a record that is only written when a run ends or changes its size; there a waiting job was
     * requeued.
     *
     * @throws MalformedException if Slurm has no such state, or it does not end a run
     */
    public static SlurmState ofEnd(String field, String text) throws MalformedException {
        SlurmState state = of(field, text);
        if (state == GOES_ON) {
            throw new MalformedException(field, text, "a state that ends a run, such as COMPLETED or REQUEUED");
        }
        return state == WAITS ? WAITS_AGAIN : state;
    }

    /** Returns true if the end of the record is the end of the run, or of its piece between two changes of size. */
    public boolean isFinal() {
        return this != WAITS && this != GOES_ON;
    }
}
