package io.fairstream.cli.options;

import io.fairstream.app.PublishedSettings;
import io.fairstream.app.config.Settings;
import io.fairstream.app.config.Terms;
import io.fairstream.query.records.Failure;
import io.fairstream.schemas.Topics;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Settings that the topology has published, and that determine its numbers. */
final class TopologyTerms {
    private final boolean isReadable;
    private final Map<String, String> published;
    private final String topic;
    private final PrintWriter err;

    private TopologyTerms(boolean isReadable, Map<String, String> published, String topic, PrintWriter err) {
        this.isReadable = isReadable;
        this.published = published;
        this.topic = topic;
        this.err = err;
    }

    /** Reads the settings. Without a registry there are none; a command that needs values then fails by itself. */
    static TopologyTerms of(Settings settings, PrintWriter err) {
        String topic = Topics.SETTINGS.in(settings.topicPrefix());
        boolean isReadable = settings.registry().containsKey("schema.registry.url");
        return new TopologyTerms(isReadable, isReadable ? PublishedSettings.read(settings) : Map.of(), topic, err);
    }

    /**
     * Requires known settings, because numbers computed with assumed ones would be wrong without notice.
     *
     * @throws Failure if none are published, and none are stated either
     */
    void requireAny(Map<String, String> stated) {
        if (isReadable && published.isEmpty() && stated.keySet().stream().noneMatch(Terms::isKnown)) {
            throw new Failure("no topology has published its settings in " + topic
                    + " (expected: a topology that has run, or --set of its half-lives, weights and other terms)");
        }
    }

    /** Published settings that this version understands; warns about differences from the stated ones. */
    Map<String, String> under(Map<String, String> stated) {
        Map<String, String> terms = Terms.understood(published);
        if (published.isEmpty()) {
            err.println("warning: no topology has published its settings in " + topic
                    + ": using the half-lives, weights and other terms of this command");
        }
        List<String> strange = published.entrySet().stream()
                .filter(entry -> Terms.isKnown(entry.getKey()) && !terms.containsKey(entry.getKey()))
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .sorted()
                .toList();
        if (!strange.isEmpty()) {
            err.println("warning: settings of the topology that are unknown to this version: "
                    + String.join(", ", strange));
        }
        List<Terms.Difference> differences = Terms.differences(stated, terms);
        if (!differences.isEmpty()) {
            err.println("warning: settings differ from the topology's: "
                    + differences.stream().map(String::valueOf).collect(Collectors.joining(", ")));
        }
        err.flush();
        return terms;
    }
}
