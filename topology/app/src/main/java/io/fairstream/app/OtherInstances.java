package io.fairstream.app;

import io.fairstream.app.config.Settings;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.ThreadMetadata;

/** Other instances of the topology: the other members of its consumer group. */
final class OtherInstances {
    private static final int TIMEOUT_MS = 3000;

    private OtherInstances() {}

    /** Returns true if an instance is the only member of its group; false if the cluster does not report the members. */
    static boolean areNone(KafkaStreams streams, Settings settings) {
        Set<String> own = streams.metadataForLocalThreads().stream()
                .map(ThreadMetadata::consumerClientId)
                .collect(Collectors.toSet());
        try (Admin admin = Admin.create(settings.admin())) {
            List<MemberDescription> members = admin
                    .describeConsumerGroups(
                            Set.of(settings.applicationId()), new DescribeConsumerGroupsOptions().timeoutMs(TIMEOUT_MS))
                    .all()
                    .get()
                    .values()
                    .stream()
                    .flatMap(group -> group.members().stream())
                    .toList();
            return members.size() <= own.size()
                    && members.stream().map(MemberDescription::clientId).allMatch(own::contains);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (ExecutionException | KafkaException e) {
            return false;
        }
    }
}
