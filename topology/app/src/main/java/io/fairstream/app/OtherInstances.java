package io.fairstream.app;

import io.fairstream.app.config.Settings;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.ThreadMetadata;

/** Other instances of the topology: the other members of its consumer group. */
final class OtherInstances {
    private static final int TIMEOUT_MS = 3000;

    private OtherInstances() {}

    /** Returns true if no other instance is a member of its group; false if the cluster does not report the members. */
    static boolean areNone(KafkaStreams streams, Settings settings) {
        Set<String> own = streams.metadataForLocalThreads().stream()
                .map(ThreadMetadata::consumerClientId)
                .collect(Collectors.toSet());
        try {
            Collection<MemberDescription> members =
                    members(settings, new DescribeConsumerGroupsOptions().timeoutMs(TIMEOUT_MS));
            return members.size() <= own.size()
                    && members.stream().map(MemberDescription::clientId).allMatch(own::contains);
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            return false;
        }
    }

    /** Returns the members of the topology's group, which need not exist; throws {@link KafkaException} if the cluster does not say. */
    static Collection<MemberDescription> members(Settings settings, DescribeConsumerGroupsOptions options) {
        String group = settings.applicationId();
        try (Admin admin = Admin.create(settings.admin())) {
            return admin.describeConsumerGroups(List.of(group), options).all().get().values().stream()
                    .flatMap(found -> found.members().stream())
                    .toList();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GroupIdNotFoundException) {
                return List.of();
            }
            throw new KafkaException("cannot describe the group " + group + ": " + e.getCause(), e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
