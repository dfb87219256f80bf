package io.fairstream.it.docker;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** A value of a YAML document; what is not there is empty. */
record YamlNode(@Nullable Object value) {
    static YamlNode parse(String text) {
        return new YamlNode(new Yaml(new SafeConstructor(new LoaderOptions())).load(text));
    }

    YamlNode at(String key) {
        return value instanceof Map<?, ?> map ? new YamlNode(map.get(key)) : new YamlNode(null);
    }

    boolean isPresent() {
        return value != null;
    }

    String text() {
        return value == null ? "" : value.toString();
    }

    List<YamlNode> items() {
        return value instanceof List<?> list ? list.stream().map(YamlNode::new).toList() : List.of();
    }

    List<String> texts() {
        return items().stream().map(YamlNode::text).toList();
    }

    Map<String, YamlNode> entries() {
        Map<String, YamlNode> entries = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, entry) -> entries.put(String.valueOf(key), new YamlNode(entry)));
        }
        return entries;
    }
}
