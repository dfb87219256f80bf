package io.fairstream.streams.runtime;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.journal.Outcome.Effect;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Outcomes of a task's input records; also the newest event time of these records, and of all the task's input including charges. Mutable;
 * one owner.
 */
public final class InputCounts {
    private static final byte VERSION = 1;
    private static final int NEWEST = 4;
    private static final int NEWEST_SENT = 5;
    private static final int NEWEST_INPUT = 8;

    /** Counts by effect, and the times, in the order of storage. */
    private final long[] numbers = new long[9];

    private boolean isChanged;

    public InputCounts() {
        numbers[NEWEST] = EventTimes.NONE;
        numbers[NEWEST_SENT] = EventTimes.NONE;
        numbers[NEWEST_INPUT] = EventTimes.NONE;
    }

    static InputCounts read(byte @Nullable [] kept) {
        InputCounts counts = new InputCounts();
        if (kept != null) {
            ByteBuffer bytes = ByteBuffer.wrap(kept);
            byte version = bytes.get();
            if (version != VERSION) {
                throw new IllegalStateException(
                        "input counts: layout version " + version + " (expected: " + VERSION + ")");
            }
            bytes.asLongBuffer().get(counts.numbers);
        }
        return counts;
    }

    byte[] write() {
        isChanged = false;
        ByteBuffer bytes = ByteBuffer.allocate(1 + numbers.length * Long.BYTES).put(VERSION);
        bytes.asLongBuffer().put(numbers);
        return bytes.array();
    }

    private static int position(Effect effect) {
        return switch (effect) {
            case APPLIED -> 0;
            case DUPLICATE -> 1;
            case WITHOUT_EFFECT -> 2;
            case REJECTED -> 3;
            case WAITING -> 6;
            case AMBIGUOUS -> 7;
        };
    }

    boolean isChanged() {
        return isChanged;
    }

    public void count(Effect effect) {
        count(effect, 1);
    }

    /** Counts records with an effect; negative for fewer waiting ones. Ambiguous records count as duplicates, too. */
    public void count(Effect effect, long records) {
        set(position(effect), number(effect) + records);
        if (effect == Effect.AMBIGUOUS) {
            count(Effect.DUPLICATE, records);
        }
    }

    private void set(int position, long number) {
        numbers[position] = number;
        isChanged = true;
    }

    public long number(Effect effect) {
        return numbers[position(effect)];
    }

    /** Notes an accepted event's time and its sending time. */
    public void noteEvent(long at, long sent) {
        noteInput(at);
        advance(at, sent);
    }

    /** Notes the time of an accepted event that does not advance the current event time, such as an edit of the past. */
    public void noteInput(long at) {
        if (at > newestInput()) {
            set(NEWEST_INPUT, at);
        }
    }

    /** Notes the time and sending time of input that advances the current event time without being an input record, such as a charge. */
    public void advance(long at, long sent) {
        if (at >= newest()) {
            set(NEWEST, at);
            set(NEWEST_SENT, sent);
        }
    }

    public long newest() {
        return numbers[NEWEST];
    }

    /** Newest event time of the accepted input records; {@link EventTimes#NONE} before the first. */
    public long newestInput() {
        return numbers[NEWEST_INPUT];
    }

    /** Sending time of the newest event; {@link EventTimes#NONE} before the first. */
    public long newestSent() {
        return numbers[NEWEST_SENT];
    }

    /** Current event time: the newest event's time plus the wall-clock time since it was sent; {@link EventTimes#NONE} before the first. */
    public long now(long wallClock) {
        return newest() == EventTimes.NONE ? EventTimes.NONE : newest() + Math.max(0, wallClock - newestSent());
    }

    public InputCountsRow row(String topic, int partition) {
        long ambiguous = number(Effect.AMBIGUOUS);
        return new InputCountsRow(
                topic,
                partition,
                number(Effect.APPLIED)
                        + number(Effect.DUPLICATE)
                        + number(Effect.WITHOUT_EFFECT)
                        + number(Effect.REJECTED)
                        + number(Effect.WAITING),
                number(Effect.APPLIED),
                number(Effect.DUPLICATE),
                number(Effect.WITHOUT_EFFECT),
                number(Effect.REJECTED),
                number(Effect.WAITING),
                newestInput() == EventTimes.NONE ? null : (Long) newestInput(),
                ambiguous == 0 ? null : (Long) ambiguous);
    }

    /**
     * Outcomes of the records of one input topic in one task.
     *
     * @param read number of records, the sum of all outcomes
     * @param newest latest accepted event time, milliseconds since 1970; null before the first
     * @param ambiguous number of duplicates that may have been new records; null for none
     */
    public record InputCountsRow(
            String topic,
            int partition,
            long read,
            long applied,
            long duplicates,
            long withoutEffect,
            long rejected,
            long waiting,
            @Nullable Long newest,
            @Nullable Long ambiguous) {}
}
