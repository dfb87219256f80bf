package io.fairstream.cli.topics;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.RowsCommand;
import io.fairstream.reports.columns.Columns;
import io.fairstream.reports.columns.Document;
import io.fairstream.reports.topics.TopicAdmin;
import io.fairstream.reports.topics.TopicAdmin.Found;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.config.Settings;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** {@code topics describe}: the catalogue, with a cluster's partitions if one is named. */
@Command(
        name = "describe",
        footer = "fairstream topics describe --bootstrap-server HOST:PORT",
        description = "Show the catalogue; with a cluster also how many partitions and replicas each topic has there.")
final class TopicsDescribe extends RowsCommand {
    @Override
    public Integer call() throws Exception {
        Optional<Cluster> named = find();
        if (named.isEmpty()) {
            show(Settings.parse(settings().entries()).topicPrefix(), null);
            return 0;
        }
        try (Cluster cluster = named.get();
                TopicAdmin admin = new TopicAdmin(cluster.settings())) {
            show(cluster.settings().topicPrefix(), admin.find());
        }
        return 0;
    }

    private void show(String prefix, @Nullable Map<String, Found> cluster) {
        Columns<Topic<?>> columns = new Columns<Topic<?>>()
                .text("topic", topic -> topic.in(prefix))
                .text("key", Topic::key)
                .text("value", topic -> topic.isRaw() ? "bytes" : topic.value().getSimpleName())
                .text("cleanup", topic -> topic.cleanup().policy())
                .text("retention", TopicsDescribe::kept)
                .headed("KEPT")
                .text("writer", Topic::writer)
                .text("readers", Topic::readers);
        if (cluster != null) {
            columns.number("partitions", topic -> partitions(cluster.get(topic.name())))
                    .number("replicas", topic -> replicas(cluster.get(topic.name())));
        }
        print(Document.of(columns.report(Topics.all())));
    }

    private static String kept(Topic<?> topic) {
        return topic.retention() == null ? "for ever" : "P" + topic.retention().toDays() + "D";
    }

    private static @Nullable Integer partitions(@Nullable Found found) {
        return found == null ? null : found.partitions();
    }

    private static @Nullable Integer replicas(@Nullable Found found) {
        return found == null ? null : found.replicas();
    }
}
