@NullMarked
package io.fairstream.cli.demo;

import org.jspecify.annotations.NullMarked;
