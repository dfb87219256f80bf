package io.fairstream.nemesis;

import io.fairstream.app.config.Settings;
import io.fairstream.client.RecordSender;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.Allocation;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.SetFactor;
import io.fairstream.schemas.ShareNode;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.util.List;

/** Decisions of the site's administrators before anything happened. */
final class Decisions {
    private static final List<String> BANKS = List.of("root", "root/physics", "root/chemistry", "root/physics/astro");

    private Decisions() {}

    static void send(Settings settings, Instant start) {
        for (String bank : BANKS) {
            share(settings, bank, "BANK", 1 + bank.length() % 3);
        }
        for (int user = 0; user < 4; user++) {
            for (String bank : List.of("root/physics", "root/chemistry")) {
                share(settings, bank + "/probe-user-" + user, "USER", 1 + user);
            }
            share(settings, "root/physics/astro/slurm-user-" + user, "USER", 1 + user);
        }
        send(settings, Topics.PROJECTS, Probes.PROJECT, Volunteers.project());
        send(
                settings,
                Topics.ALLOCATIONS,
                Probes.PROJECT,
                PlainJson.read(
                        Allocation.class,
                        String.format(
                                "{\"target\":\"%s\",\"project\":\"%s\",\"initialBalance\":1e15,\"start\":\"%s\"}",
                                Probes.PROJECT, Probes.PROJECT, start)));
        send(
                settings,
                Topics.ACCOUNT_EDITS,
                Probes.HOT,
                new AccountEdit(Probes.HOT, start.minusSeconds(1), "admin", new SetFactor(10.0, null), null));
    }

    private static void share(Settings settings, String path, String kind, int shares) {
        send(
                settings,
                Topics.SHARES,
                path,
                PlainJson.read(
                        ShareNode.class,
                        String.format(
                                "{\"path\":\"%s\",\"kind\":\"%s\",\"shares\":%d,\"active\":true}",
                                path, kind, shares)));
    }

    private static <V> void send(Settings settings, Topic<V> topic, String key, V value) {
        try (RecordSender<V> sender = ValueFormat.sender(settings, topic)) {
            sender.send(key, value);
            sender.flush();
        }
    }
}
