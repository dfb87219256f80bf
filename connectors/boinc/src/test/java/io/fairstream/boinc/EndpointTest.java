package io.fairstream.boinc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.http.HttpLimits;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class EndpointTest extends EndpointScene {
    private HttpResponse<String> call(String method, String path, String body) throws Exception {
        URI uri = new URI("http://127.0.0.1:" + endpoint.address().getPort() + path);
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(uri)
                                .method(method, HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void saysThatItIsAnAccountManagerALineEach() throws Exception {
        String config = call("GET", "/get_project_config.php", "").body();
        assertTrue(config.lines().toList().containsAll(List.of("<name>At home</name>", "<account_manager/>")), config);
    }

    @Test
    void answersARealClientsRequest() throws Exception {
        String reply = call("POST", "/rpc.php", Sample.recorded("attach.xml")).body();
        assertTrue(reply.contains("<signing_key>\n1024\n"), reply);
        assertEquals(1, sample.delivered.size());
    }

    @Test
    void aRequestThatIsTooLargeIsRefused() throws Exception {
        String request = Sample.recorded("attach.xml")
                .replace("</acct_mgr_request>", " ".repeat(HttpLimits.DEFAULT.largestBody()) + "</acct_mgr_request>");
        String reply = call("POST", "/rpc.php", request).body();
        assertTrue(reply.contains("<error_num>-112</error_num>"), reply);
        assertEquals(List.of(), sample.delivered);
    }

    /** A client shows its user an error in a reply with status 200, and after any other status tries again later. */
    @Test
    void aRequestWithoutAReplyHasTheStatusOfAServersFailure() throws Exception {
        String request = Sample.recorded("attach.xml");
        assertEquals(
                200,
                call("POST", "/rpc.php", request.replace("password_hash", "other"))
                        .statusCode());
        sample.isAway = true;
        assertEquals(503, call("POST", "/rpc.php", request).statusCode());
        assertEquals(1, sample.messages.size(), sample.messages::toString);
        sample.isBroken = true;
        assertEquals(500, call("POST", "/rpc.php", request).statusCode());
        assertEquals(2, sample.messages.size(), sample.messages::toString);
        endpoint.close();
        start(new HttpLimits(64, 64, Duration.ofSeconds(60), HttpLimits.DEFAULT.largestBody(), 1));
        assertEquals(503, call("POST", "/rpc.php", request).statusCode());
    }

    @Test
    void nothingElseIsServed() throws Exception {
        assertEquals(404, call("GET", "/rpc.php", "").statusCode());
        assertEquals(404, call("POST", "/rpc.php/../x", "").statusCode());
    }

    @Test
    void stopsWithoutAWordWhenItsThreadIsInterrupted() {
        Thread.currentThread().interrupt();
        endpoint.close();
        assertTrue(Thread.interrupted());
        assertEquals(List.of(), sample.messages);
    }
}
