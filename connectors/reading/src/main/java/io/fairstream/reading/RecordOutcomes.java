package io.fairstream.reading;

import io.fairstream.reading.Outcome.Kind;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Number of records with each outcome. Mutable. */
public final class RecordOutcomes {
    private final SortedMap<Outcome, Long> counts = new TreeMap<>(Comparator.comparing(Outcome::ordinal));
    private final SortedMap<Note, Long> notes = new TreeMap<>(Comparator.comparing(Note::ordinal));

    public void add(Outcome outcome) {
        add(outcome, 1);
    }

    public void add(Outcome outcome, long records) {
        if (records > 0) {
            counts.merge(outcome, records, Math::addExact);
        }
    }

    public void note(Note note) {
        note(note, 1);
    }

    public void note(Note note, long times) {
        if (times > 0) {
            notes.merge(note, times, Math::addExact);
        }
    }

    /** Takes one back, of a record that turned out to be something else. */
    public void take(Outcome outcome) {
        counts.computeIfPresent(outcome, (same, records) -> records == 1 ? null : records - 1);
    }

    /** Takes one back, of a record of which it became known later. */
    public void take(Note note) {
        notes.computeIfPresent(note, (same, times) -> times == 1 ? null : times - 1);
    }

    /** Counts one as something else, if there is one. */
    public void move(Outcome from, Outcome to) {
        if (of(from) > 0) {
            take(from);
            add(to);
        }
    }

    /** Counts from 0 again. */
    public void clear() {
        counts.clear();
        notes.clear();
    }

    public void addAll(RecordOutcomes others) {
        others.counts.forEach(this::add);
        others.notes.forEach(this::note);
    }

    public long of(Outcome outcome) {
        return counts.getOrDefault(outcome, 0L);
    }

    /** All records, used and left out. */
    public long total() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Those that are not of the format. */
    public long unreadable() {
        return texts(kind -> kind == Kind.UNREADABLE || kind == Kind.FOREIGN).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** The numbers that are not 0, in the order of the enum. */
    public Map<Outcome, Long> counts() {
        return Collections.unmodifiableMap(new TreeMap<>(counts));
    }

    /** Number of times that something had to be left open. */
    public Map<Note, Long> notes() {
        return Collections.unmodifiableMap(notes);
    }

    /** Number of records that count, by meaning, for a person to read. */
    public Map<String, Long> used() {
        return texts(kind -> kind == Kind.USED);
    }

    /** Number of records that do not count, by reason, for a person to read. */
    public Map<String, Long> leftOut() {
        return texts(kind -> kind != Kind.USED);
    }

    /** All that may be missing or wrong, for a person to read: records left out for want of something, and things left open or guessed. */
    public Map<String, Long> missed() {
        Map<String, Long> missed = new LinkedHashMap<>();
        texts(kind -> kind == Kind.LEFT_OUT || kind == Kind.UNREADABLE)
                .forEach((reason, records) -> missed.put("records left out: " + reason, records));
        notes.forEach((note, times) -> missed.put(note.text(), times));
        return missed;
    }

    private Map<String, Long> texts(Predicate<Kind> wanted) {
        Map<String, Long> texts = new LinkedHashMap<>();
        counts.forEach((outcome, records) -> {
            if (wanted.test(outcome.meaning().kind())) {
                texts.put(outcome.meaning().text(), records);
            }
        });
        return texts;
    }

    @Override
    public String toString() {
        return counts.toString();
    }
}
