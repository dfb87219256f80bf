@NullMarked
package io.fairstream.sonar;

import org.jspecify.annotations.NullMarked;
