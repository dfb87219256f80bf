package io.fairstream.postgres;

import io.fairstream.relations.Relation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Partitions and identities of the topics.
 *
 * @param ids of Kafka, by partition
 */
record Sources(Map<TopicPartition, String> ids) {
    Sources {
        ids = Map.copyOf(ids);
    }

    /**
     * Reads the current topics.
     *
     * @throws SinkException naming the missing topics
     */
    static Sources of(Admin admin, String prefix, List<Relation> relations) throws InterruptedException {
        Map<TopicPartition, String> ids = new HashMap<>();
        TreeSet<String> missing = new TreeSet<>();
        List<String> topics =
                relations.stream().map(relation -> relation.topic().in(prefix)).toList();
        for (var answer : admin.describeTopics(topics).topicNameValues().entrySet()) {
            try {
                TopicDescription topic = answer.getValue().get();
                topic.partitions()
                        .forEach(each -> ids.put(
                                new TopicPartition(topic.name(), each.partition()),
                                topic.topicId().toString()));
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw e.getCause() instanceof KafkaException kafka ? kafka : new KafkaException(e.getCause());
                }
                missing.add(answer.getKey());
            }
        }
        if (!missing.isEmpty()) {
            throw new SinkException("missing topics: " + String.join(", ", missing) + " (create them: topics create)");
        }
        return new Sources(ids);
    }

    String id(TopicPartition partition) {
        return Optional.ofNullable(ids.get(partition)).orElseThrow();
    }
}
