package io.fairstream.cli.run;

import io.fairstream.app.config.Settings;
import io.fairstream.query.records.Offsets;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;

/**
 * The topology's instance that ran with this broker before the broker stopped. It ended with the broker, but Kafka keeps it in the
 * group until its session expires, and assigns no task to a new instance before that.
 */
final class FormerInstance {
    private FormerInstance() {}

    /** Removes all members from the group. A live member in another process joins again at its next heartbeat. */
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
            throw new KafkaException("failed to change the consumer group of the topology: " + e.getCause(), e);
        }
    }
}
