package io.fairstream.it.docker;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The compose file. */
record Compose(YamlNode document) {
    /**
     * A service.
     *
     * @param node what stands under its name
     */
    record Service(String name, YamlNode node) {
        boolean isIn(String profile) {
            return node.at("profiles").texts().contains(profile);
        }

        boolean isBroker() {
            return node.at("image").text().startsWith("apache/kafka:");
        }

        List<String> command() {
            return node.at("command").texts();
        }

        Map<String, String> environment() {
            Map<String, String> environment = new LinkedHashMap<>();
            node.at("environment").entries().forEach((key, value) -> environment.put(key, value.text()));
            return environment;
        }

        /** Under which it is reached from other services. */
        List<String> hostNames() {
            List<String> names = new ArrayList<>(List.of(name));
            node.at("networks")
                    .entries()
                    .values()
                    .forEach(network -> names.addAll(network.at("aliases").texts()));
            return names;
        }

        /** Ports of the host by the container's own. */
        Map<Integer, Integer> published() {
            Map<Integer, Integer> published = new LinkedHashMap<>();
            for (String port : node.at("ports").texts()) {
                List<String> parts = List.of(port.split(":", -1));
                published.put(Integer.valueOf(parts.get(2)), Integer.valueOf(parts.get(1)));
            }
            return published;
        }

        /** Returns the mounts by path: a name, a path, or empty for a volume of its own. */
        Map<String, String> mounts() {
            Map<String, String> mounts = new LinkedHashMap<>();
            for (YamlNode mount : node.at("volumes").items()) {
                if (mount.at("target").isPresent()) {
                    mounts.put(mount.at("target").text(), mount.at("source").text());
                } else {
                    List<String> parts = List.of(mount.text().split(":", -1));
                    mounts.put(parts.get(1), parts.get(0));
                }
            }
            return mounts;
        }
    }

    static Compose read() {
        return new Compose(YamlNode.parse(DockerFiles.text(DockerFiles.COMPOSE)));
    }

    List<Service> services() {
        return document.at("services").entries().entrySet().stream()
                .map(entry -> new Service(entry.getKey(), entry.getValue()))
                .toList();
    }

    List<Service> services(String profile) {
        return services().stream().filter(service -> service.isIn(profile)).toList();
    }

    Service service(String name) {
        return services().stream()
                .filter(service -> service.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    Set<String> volumes() {
        return document.at("volumes").entries().keySet();
    }
}
