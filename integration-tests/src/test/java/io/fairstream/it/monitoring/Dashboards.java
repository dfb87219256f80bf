package io.fairstream.it.monitoring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The dashboards of Grafana, as files. */
final class Dashboards {
    static final Path FOLDER = Path.of("..", "docker", "monitoring");

    private Dashboards() {}

    /** The queries by dashboard and panel, over ten seconds where Grafana would choose the interval. */
    static Map<String, String> queries() throws IOException {
        Map<String, String> queries = new LinkedHashMap<>();
        for (String name : new String[] {"operation", "fairness"}) {
            JsonNode board =
                    new ObjectMapper().readTree(FOLDER.resolve(name + ".json").toFile());
            for (JsonNode panel : board.get("panels")) {
                for (JsonNode target : panel.get("targets")) {
                    String place = name + ", " + panel.get("title").asText() + ", "
                            + target.get("refId").asText();
                    queries.put(place, target.get("expr").asText().replace("$__rate_interval", "10s"));
                }
            }
        }
        return queries;
    }
}
