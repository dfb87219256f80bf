package io.fairstream.htcondor;

import io.fairstream.htcondor.match.Source;
import io.fairstream.reading.Outcome;
import io.fairstream.reading.Problem;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Observed;
import io.fairstream.schemas.Unmatched;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Synthetic logs and listings, in the shapes that HTCondor gives them, and how tests write what comes of them. */
public final class Samples {
    private Samples() {}

    /** The content of a sample. */
    public static String text(String name) {
        try (InputStream in = Samples.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A sample as a file that was last written at the end of June 2024. */
    public static Path file(Path folder, String name) {
        return file(folder, name, text(name), "2024-06-30T12:00:00Z");
    }

    public static Path file(Path folder, String name, String content, String written) {
        try {
            Path file = Files.writeString(folder.resolve(name), content);
            return Files.setLastModifiedTime(file, FileTime.from(Instant.parse(written)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** UTC, no pool, and problems into the list. */
    public static LogFormat.Settings settings(@Nullable String user, List<Problem> problems) {
        return settings(user, "UTC", null, problems);
    }

    public static LogFormat.Settings settings(
            @Nullable String user, String zone, @Nullable Integer year, List<Problem> problems) {
        return new LogFormat.Settings(new Source("ap", "", user), ZoneId.of(zone), year, Map.of(), problems::add);
    }

    /** Events as lines a person can review: {@code time resource + customer weight id}. */
    public static List<String> lines(Iterable<MatchEvent> events) {
        List<String> lines = new ArrayList<>();
        events.forEach(event -> lines.add(line(event)));
        return lines;
    }

    /** Slot seconds of each customer, each second times its slot's weight and as it is: {@code alice 400 200}. */
    public static List<String> usage(Iterable<MatchEvent> events) {
        Map<String, MatchEvent> open = new HashMap<>();
        Map<String, double[]> used = new TreeMap<>();
        for (MatchEvent event : events) {
            if (event.getChange() instanceof Matched matched) {
                open.putIfAbsent(event.getResource() + matched.getMatchId(), event);
            } else if (event.getChange() instanceof Unmatched unmatched) {
                MatchEvent begin = Objects.requireNonNull(open.remove(event.getResource() + unmatched.getMatchId()));
                Matched matched = (Matched) begin.getChange();
                long seconds = Duration.between(begin.getAt(), event.getAt()).toSeconds();
                double[] sums = used.computeIfAbsent(matched.getCustomer().toString(), none -> new double[2]);
                sums[0] += matched.getSlotWeight() * seconds;
                sums[1] += seconds;
            }
        }
        return used.entrySet().stream()
                .map(each ->
                        each.getKey() + " " + Math.round(each.getValue()[0]) + " " + Math.round(each.getValue()[1]))
                .toList();
    }

    /** One of a line's words, counted from 0. */
    public static String word(String line, int index) {
        return Pattern.compile(" ").splitAsStream(line).toList().get(index);
    }

    private static String line(MatchEvent event) {
        String at = event.getAt() + " " + event.getResource();
        if (event.getChange() instanceof Matched matched) {
            return at + " + " + matched.getCustomer() + " " + matched.getSlotWeight() + " " + matched.getMatchId();
        }
        if (event.getChange() instanceof Unmatched unmatched) {
            return at + " - " + unmatched.getMatchId();
        }
        Observed observed = (Observed) event.getChange();
        return at + " " + observed.getState() + " " + observed.getCustomer() + " " + observed.getSlotWeight()
                + (observed.getSuspended() ? " suspended" : "");
    }

    /** Findings and numbers in turn, as a map. */
    public static Map<Outcome, Long> counts(Object... outcomes) {
        Map<Outcome, Long> counts = new EnumMap<>(Outcome.class);
        for (int i = 0; i < outcomes.length; i += 2) {
            counts.put((Outcome) outcomes[i], ((Integer) outcomes[i + 1]).longValue());
        }
        return counts;
    }
}
