package io.fairstream.it.docker;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fairstream.embedded.EmbeddedRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** The registry of this project as a container in the place of Karapace: with its variables, and for other containers. */
final class RegistryStandIn {
    private final HttpClient client = HttpClient.newHttpClient();
    private final String url;

    private RegistryStandIn(String url) {
        this.url = url;
    }

    public static void main(String[] arguments) throws IOException {
        RegistryStandIn registry =
                new RegistryStandIn(EmbeddedRegistry.start(System.getenv("KARAPACE_BOOTSTRAP_URI"), 0)
                        .url());
        InetSocketAddress address =
                new InetSocketAddress(System.getenv("KARAPACE_HOST"), Integer.parseInt(System.getenv("KARAPACE_PORT")));
        HttpServer server = HttpServer.create(address, 0);
        server.createContext("/", registry::pass);
        server.start();
    }

    /** Passes a call on to the loopback address, at which alone the registry listens. */
    private void pass(HttpExchange exchange) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + exchange.getRequestURI()))
                .method(
                        exchange.getRequestMethod(),
                        BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()));
        for (String header : new String[] {"Accept", "Content-Type"}) {
            String value = exchange.getRequestHeaders().getFirst(header);
            if (value != null) {
                request.header(header, value);
            }
        }
        try (exchange) {
            HttpResponse<byte[]> response = client.send(request.build(), BodyHandlers.ofByteArray());
            response.headers()
                    .firstValue("Content-Type")
                    .ifPresent(type -> exchange.getResponseHeaders().add("Content-Type", type));
            exchange.sendResponseHeaders(response.statusCode(), response.body().length);
            exchange.getResponseBody().write(response.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
