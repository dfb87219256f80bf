package io.fairstream.cli.run;

import io.fairstream.admin.StrimziResources;
import io.fairstream.admin.TopicAdmin;
import io.fairstream.admin.TopicAdmin.Found;
import io.fairstream.app.config.Settings;
import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.RowsCommand;
import io.fairstream.cli.options.Shows;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code topics describe}: shows the catalogue, with the partitions of a cluster if one is named. */
@Command(
        name = "describe",
        footer = {
            "fairstream topics describe --bootstrap-server HOST:PORT",
            "fairstream topics describe --format strimzi --set partitions=12 > topics.yaml"
        },
        description = {
            "Show the catalogue; with a cluster also the partitions and replicas of each topic.",
            "With --format strimzi print it as KafkaTopic resources, for Strimzi to create; docs/install.md."
        })
final class TopicsDescribe extends RowsCommand implements Shows {
    /** Output format. */
    enum Form {
        TEXT,
        STRIMZI;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text (or --json, --csv), or KafkaTopics of strimzi.")
    private Form form = Form.TEXT;

    @Override
    public Integer call() throws Exception {
        if (form == Form.STRIMZI) {
            print(strimzi(Settings.parse(settings().entries())));
            return 0;
        }
        Optional<Cluster> named = find();
        if (named.isEmpty()) {
            print(shown(Settings.parse(settings().entries()).topicPrefix(), null));
            return 0;
        }
        try (Cluster cluster = named.get();
                TopicAdmin admin = new TopicAdmin(cluster.settings())) {
            print(shown(cluster.settings().topicPrefix(), admin.find()));
        }
        return 0;
    }

    @Override
    public Document document(TopicReader reader) throws InterruptedException {
        Settings settings = reader.settings();
        return form == Form.STRIMZI ? strimzi(settings) : shown(settings.topicPrefix(), TopicAdmin.find(settings));
    }

    private static Document strimzi(Settings settings) {
        Document document = new Document();
        StrimziResources.topics(settings).forEach(topic -> document.say("---").say(topic));
        return document;
    }

    private static Document shown(String prefix, @Nullable Map<String, Found> cluster) {
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
        return Document.of(columns.report(Topics.all()));
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
