package io.fairstream.boinc;

import io.fairstream.boinc.ReportedProject.Work;
import java.io.CharArrayReader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Parser of a client's request: UTF-8, no DTD, at most 16 nested elements. The elements are those of BOINC's
 * {@code client/acct_mgr.cpp}; unknown elements are skipped.
 */
final class RequestReader {
    private static final int DEEPEST = 16;
    private static final int MAX_PROJECTS = 1_000;
    private static final int LONGEST_NAME = 256;
    private static final int LONGEST_URL = 1_024;
    private static final String ROOT = "acct_mgr_request";
    private static final XMLInputFactory FACTORY = factory();

    private final Deque<String> path = new ArrayDeque<>();
    private final StringBuilder text = new StringBuilder();
    private final Fields top = new Fields();
    private final Fields host = new Fields();
    private final Fields times = new Fields();
    private final List<String> platforms = new ArrayList<>();
    private final List<ReportedProject> projects = new ArrayList<>();
    private Fields project = new Fields();
    private Set<String> withoutWork = new HashSet<>();
    private Fields gpu = new Fields();
    private long gpus;
    private double gpuFlops;

    private RequestReader() {}

    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        return factory;
    }

    static ClientRequest read(byte[] body) throws MalformedRequest {
        RequestReader reader = new RequestReader();
        reader.parse(decode(body));
        return reader.request();
    }

    private static char[] decode(byte[] body) throws MalformedRequest {
        try {
            CharBuffer decoded = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
            char[] characters = new char[decoded.remaining()];
            decoded.get(characters);
            return characters;
        } catch (CharacterCodingException e) {
            throw new MalformedRequest("not UTF-8");
        }
    }

    private void parse(char[] characters) throws MalformedRequest {
        try {
            XMLStreamReader xml = FACTORY.createXMLStreamReader(new CharArrayReader(characters));
            while (xml.hasNext()) {
                step(xml, xml.next());
            }
        } catch (XMLStreamException e) {
            Location location = e.getLocation();
            throw new MalformedRequest("not well-formed"
                    + (location == null ? "" : " in line " + location.getLineNumber()) + " (expected: XML)");
        }
    }

    private void step(XMLStreamReader xml, int event) throws MalformedRequest {
        if (event == XMLStreamConstants.DTD || event == XMLStreamConstants.ENTITY_REFERENCE) {
            throw new MalformedRequest("a document type or an entity (expected: none)");
        } else if (event == XMLStreamConstants.START_ELEMENT) {
            start(xml.getLocalName());
        } else if (event == XMLStreamConstants.END_ELEMENT) {
            end();
        } else if (xml.isCharacters()) {
            text.append(xml.getTextCharacters(), xml.getTextStart(), xml.getTextLength());
        }
    }

    private void start(String name) throws MalformedRequest {
        if (path.isEmpty() && !name.equals(ROOT)) {
            throw new MalformedRequest("another root element (expected: " + ROOT + ")");
        }
        if (path.size() >= DEEPEST) {
            throw new MalformedRequest("elements deeper than " + DEEPEST);
        }
        path.addLast(name);
        text.setLength(0);
    }

    private void end() throws MalformedRequest {
        String name = path.removeLast();
        String parent = path.isEmpty() ? "" : path.getLast();
        element(path.size(), parent, name, text.toString().strip());
        text.setLength(0);
    }

    /** Handles the end of an element that is nested in {@code depth} others. */
    private void element(int depth, String parent, String name, String value) throws MalformedRequest {
        if (depth == 1) {
            topElement(name, value);
        } else if (depth == 2) {
            childElement(parent, name, value);
        } else if (depth == 3 && parent.equals("coprocs")) {
            coprocessor();
        } else if (depth == 4 && path.contains("coprocs")) {
            gpu.put(name, value);
        }
    }

    private void topElement(String name, String value) throws MalformedRequest {
        if (name.equals("project")) {
            projects.add(project());
            if (projects.size() > MAX_PROJECTS) {
                throw new MalformedRequest("more than " + MAX_PROJECTS + " projects");
            }
            project = new Fields();
            withoutWork = new HashSet<>();
        } else if (name.equals("platform_name")) {
            platform(value);
        } else {
            top.put(name, value);
        }
    }

    private void childElement(String parent, String name, String value) throws MalformedRequest {
        if (parent.equals("project")) {
            if (name.equals("sched_req_no_work")) {
                withoutWork.add(value);
            }
            project.put(name, value);
        } else if (parent.equals("host_info")) {
            host.put(name, value);
        } else if (parent.equals("time_stats")) {
            times.put(name, value);
        } else if (parent.equals("alt_platform")) {
            platform(value);
        }
    }

    private void platform(String name) throws MalformedRequest {
        if (platforms.size() >= DEEPEST || name.length() > LONGEST_NAME) {
            throw new MalformedRequest(
                    "platform_name (expected: at most " + DEEPEST + " of " + LONGEST_NAME + " characters)");
        }
        platforms.add(name);
    }

    private void coprocessor() throws MalformedRequest {
        long count = gpu.smallCount("count");
        gpus += count;
        gpuFlops += count * gpu.number("peak_flops");
        gpu = new Fields();
    }

    private ReportedProject project() throws MalformedRequest {
        Work work = project.has("cpu_time")
                ? new Work(
                        project.number("cpu_time"),
                        project.number("gpu_time"),
                        project.number("cpu_ec"),
                        project.number("gpu_ec"),
                        project.count("njobs_success"),
                        project.count("njobs_error"))
                : null;
        return new ReportedProject(
                project.text("url", LONGEST_URL),
                project.flag("attached_via_acct_mgr"),
                work,
                withoutWork,
                project.smallCount("nrpc_failures"));
    }

    private ClientRequest request() throws MalformedRequest {
        if (gpuFlops > Double.MAX_VALUE) {
            throw new MalformedRequest("peak_flops: infinite together (expected: a number, 0 or more)");
        }
        boolean usableGpu = gpus > 0 && (!host.has("n_usable_coprocs") || host.count("n_usable_coprocs") > 0);
        Hardware hardware = new Hardware(
                platforms,
                host.smallCount("p_ncpus"),
                (int) Math.min(Integer.MAX_VALUE, gpus),
                host.number("p_fpops"),
                gpus == 0 ? 0 : gpuFlops / gpus,
                usableGpu,
                host.flag("p_vm_extensions_disabled"));
        return new ClientRequest(
                top.text("name", LONGEST_NAME),
                top.text("password_hash", LONGEST_NAME),
                top.text("host_cpid", 64),
                top.text("domain_name", LONGEST_NAME),
                top.text("client_version", 64),
                top.text("opaque", LONGEST_NAME),
                times.text("total_start_time", 64),
                hardware,
                projects);
    }
}
