package io.fairstream.publish;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Publishes jobs {@code 0} to {@code JOBS - 1}, in messages of a few, and what was corrected of them; as a program, until it is killed. */
final class Publisher {
    static final int JOBS = 60;
    static final SortedMap<String, String> PURPOSE = new TreeMap<>(Map.of("format", "test", "site", "TUX"));

    private static final int IN_A_MESSAGE = 4;
    private static final Instant AT = Instant.parse("2026-03-02T08:00:00Z");

    private Publisher() {}

    /** The jobs as of a revision: each time every tenth is corrected. */
    static List<Item> jobs(int revision) {
        List<Item> jobs = new ArrayList<>();
        for (int job = 0; job < JOBS; job++) {
            int corrected = job % 10 == 0 ? revision : 0;
            jobs.add(
                    new Item("tux/" + job, "jobs", job % 2, job, Map.of("seconds", Integer.toString(job + corrected))));
        }
        return jobs;
    }

    /** Publishes what is to be published, in the directory, and stops after the step that it was given. */
    static void publish(Path directory, int revision, Runnable afterStep) throws IOException {
        try (Outbox outbox = Outbox.open(directory, PURPOSE, afterStep)) {
            List<Item> pending = jobs(revision).stream()
                    .filter(job -> {
                        Outbox.Sent before = outbox.sent().get(job.id());
                        return before == null || !before.item().values().equals(job.values());
                    })
                    .toList();
            for (int i = 0; i < pending.size(); i += IN_A_MESSAGE) {
                List<Item> items = pending.subList(i, Math.min(pending.size(), i + IN_A_MESSAGE));
                String name = String.format(Locale.ROOT, "test-%06d.txt", outbox.next());
                outbox.send(name, message(items), items, Map.of("jobs", Integer.toString(items.size())), AT);
            }
        }
    }

    static String message(List<Item> items) {
        StringBuilder text = new StringBuilder();
        items.forEach(item ->
                text.append(item.id()).append(' ').append(item.value("seconds")).append('\n'));
        return text.toString();
    }

    /** Arguments: directory, revision. */
    public static void main(String[] arguments) throws IOException {
        publish(Path.of(arguments[0]), Integer.parseInt(arguments[1]), () -> {});
    }
}
