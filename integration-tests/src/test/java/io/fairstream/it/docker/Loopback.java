package io.fairstream.it.docker;

import io.fairstream.embedded.LoopbackPort;
import io.fairstream.it.docker.Compose.Service;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Free ports of the loopback address in the place of the containers' host names and ports. */
final class Loopback {
    static final String HOST = "127.0.0.1";
    static final int BROKER = 9092;
    static final int REGISTRY = 8081;
    private static final List<Integer> LISTENED = List.of(BROKER, 9093, 29092, REGISTRY);
    private static final Pattern ADDRESS = Pattern.compile("([A-Za-z0-9.-]*):(\\d{2,5})\\b");

    private final List<Service> services;
    private final Map<String, Integer> ports = new HashMap<>();

    Loopback(List<Service> services) {
        this.services = services;
        for (Service service : services) {
            for (int port : LISTENED) {
                ports.put(service.name() + ":" + port, LoopbackPort.anyFree());
            }
        }
    }

    /** The port in the place of that one in the service's container. */
    int port(Service service, int containerPort) {
        return ports.getOrDefault(service.name() + ":" + containerPort, 0);
    }

    /** The text as that service must read it here; addresses of nobody stay as they are. */
    String translate(Service reader, String text) {
        Matcher address = ADDRESS.matcher(text);
        return address.replaceAll(match -> {
            String translated = address(reader, match.group(1), Integer.parseInt(match.group(2)));
            return Matcher.quoteReplacement(translated.isEmpty() ? match.group() : translated);
        });
    }

    private String address(Service reader, String host, int port) {
        if (host.isEmpty()) {
            return at(reader, port);
        }
        if (host.equals("localhost")) {
            return published(reader, port);
        }
        return services.stream()
                .filter(service -> service.hostNames().contains(host))
                .map(service -> at(service, port))
                .filter(found -> !found.isEmpty())
                .collect(Collectors.joining(","));
    }

    private String published(Service reader, int port) {
        return reader.published().entrySet().stream()
                .filter(entry -> entry.getValue() == port)
                .map(entry -> at(reader, entry.getKey()))
                .collect(Collectors.joining());
    }

    private String at(Service service, int port) {
        int here = port(service, port);
        return here == 0 ? "" : HOST + ":" + here;
    }
}
