package io.fairstream.query.steering;

import io.fairstream.app.config.Settings;
import io.fairstream.client.RecordSender;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.schemas.Steered;
import io.fairstream.schemas.Topics;
import java.time.Clock;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;

/** Switch for the steering of a scheduler: the scheduler's own row in {@code steered}. */
public final class SteeringSwitch {
    private SteeringSwitch() {}

    /** Returns the names of the schedulers to which edits were sent. */
    public static Set<String> known(TopicReader reader) {
        Set<String> known = new TreeSet<>();
        reader.read(Topics.STEERING, row -> {
            if (row.value() != null) {
                known.add(row.value().getTarget());
            }
        });
        return known;
    }

    /** Pauses steering: no edits are sent, and the steerer restores the previous values. */
    public static void pause(Settings settings, String target, String reason, Clock clock) {
        try (RecordSender<Steered> sender = ValueFormat.sender(settings, Topics.STEERED)) {
            sender.send(
                    target,
                    Steered.newBuilder()
                            .setTarget(target)
                            .setPaused(true)
                            .setBy(System.getProperty("user.name", ""))
                            .setReason(reason)
                            .setAt(Instant.ofEpochMilli(clock.millis()))
                            .build());
            sender.flush();
        }
    }

    /** Resumes steering. */
    public static void resume(Settings settings, String target) {
        try (RecordSender<Steered> sender = ValueFormat.sender(settings, Topics.STEERED)) {
            sender.withdraw(target, (partition, offset) -> {});
            sender.flush();
        }
    }
}
