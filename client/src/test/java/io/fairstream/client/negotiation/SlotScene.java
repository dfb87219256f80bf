package io.fairstream.client.negotiation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Slots as text: {@code count x weight}, {@code @customer:minutes} if held for so long, {@code ^customer=rank}; semicolons between. */
final class SlotScene {
    static final Instant NOW = Instant.parse("2026-03-02T08:00:00Z");

    private SlotScene() {}

    static List<Slot> slots(String text) {
        List<Slot> slots = new ArrayList<>();
        for (String part : text.split(";", -1)) {
            String[] words = part.strip().split("[x@:^=]", -1);
            for (int i = 0; i < Integer.parseInt(words[0]); i++) {
                slots.add(slot(part, words, "s" + slots.size()));
            }
        }
        return slots;
    }

    private static Slot slot(String part, String[] words, String name) {
        Slot slot = Slot.free(name, Double.parseDouble(words[1]));
        int next = 2;
        if (part.contains("@")) {
            slot = slot.heldBy(words[2], NOW.minus(Duration.ofMinutes(Long.parseLong(words[3]))));
            next = 4;
        }
        return part.contains("^") ? slot.withRanks(Map.of(words[next], Double.valueOf(words[next + 1]))) : slot;
    }

    /** {@code name slots/weight}, and {@code <victim:slots} for what was taken from others, by name. */
    static String summary(Matching matching) {
        Map<String, List<Match>> byName = matching.matches().stream()
                .collect(Collectors.groupingBy(Match::submitter, TreeMap::new, Collectors.toList()));
        return byName.entrySet().stream()
                .map(entry -> entry.getKey() + " " + summary(entry.getValue()))
                .collect(Collectors.joining("; "));
    }

    private static String summary(List<Match> matches) {
        double weight = matches.stream().mapToDouble(Match::weight).sum();
        Map<String, Long> taken = matches.stream()
                .filter(match -> match.preempted() != null)
                .collect(Collectors.groupingBy(
                        match -> Objects.requireNonNull(match.preempted()), TreeMap::new, Collectors.counting()));
        String victims = taken.entrySet().stream()
                .map(victim -> " <" + victim.getKey() + ":" + victim.getValue())
                .collect(Collectors.joining());
        return matches.size() + "/" + Scene.number(weight) + victims;
    }
}
