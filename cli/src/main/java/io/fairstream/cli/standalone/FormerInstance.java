package io.fairstream.cli.standalone;

import io.fairstream.reports.records.Offsets;
import io.fairstream.streams.config.Settings;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;

/**
 * The instance of the topology that ran beside this broker when it ran last. It ended with the broker, but the group waits for it
 * until its session is over, and a new instance gets no task before.
 */
final class FormerInstance {
    private FormerInstance() {}

    /** Takes all members out of the group. One that lives, of another process, joins again at its next heartbeat. */
    static void leave(Settings settings) {
        String group = settings.applicationId();
        try (Offsets offsets = new Offsets(settings);
                Admin admin = Admin.create(settings.admin())) {
            if (offsets.hasMembers(group)) {
                admin.removeMembersFromConsumerGroup(group, new RemoveMembersFromConsumerGroupOptions())
                        .all()
                        .get();
            }
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (ExecutionException e) {
            throw new KafkaException("the group of the topology cannot be changed: " + e.getCause(), e);
        }
    }
}
