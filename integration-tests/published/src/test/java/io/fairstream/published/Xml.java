package io.fairstream.published;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** A file of XML, whose texts XPath selects. */
final class Xml {
    private final Document document;

    Xml(Path file) {
        try {
            document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
        } catch (IOException | SAXException | ParserConfigurationException e) {
            throw new IllegalStateException(file.toString(), e);
        }
    }

    Set<String> texts(String path) {
        try {
            NodeList nodes =
                    (NodeList) XPathFactory.newInstance().newXPath().evaluate(path, document, XPathConstants.NODESET);
            Set<String> texts = new LinkedHashSet<>();
            for (int i = 0; i < nodes.getLength(); i++) {
                texts.add(nodes.item(i).getTextContent().strip());
            }
            return texts;
        } catch (XPathExpressionException e) {
            throw new IllegalStateException(path, e);
        }
    }
}
