package varvel

import java.net.URLClassLoader
import java.nio.file.{Files, Path}
import org.junit.jupiter.api.{Assertions, Assumptions, DynamicTest, Test, TestFactory}
import scala.jdk.CollectionConverters.*
import varvel.derivation.Testing

/** Types that the compiler of this library does not know: the classes of `src/test/scala-3.7` are compiled by a newer one,
  * against the library as it is, and their tests are run.
  */
class NewerScalaTest {
  private val version = System.getProperty("scala.newer", "3.7.4")

  @TestFactory def by_a_newer_compiler(): java.util.List[DynamicTest] = {
    val compiler = ScalaCompiler.of(version)
    Assumptions.assumeTrue(compiler.isDefined, s"the compiler of Scala $version is not in the local repository of Maven")
    val library = ScalaCompiler.artifact("org.scala-lang", "scala3-library_3", version).get
    val ours = List(classOf[Codec[?]], classOf[dev.varvel.Reader], classOf[Testing], classOf[Test], classOf[org.opentest4j.AssertionFailedError])
    val libraries = (library ++ ours.map(ScalaCompiler.placeOf)).distinct
    ScalaCompiler.inFolder { classes =>
      Assertions.assertEquals(Nil, compiler.get.compile(sources, libraries, classes))
      val loader = new URLClassLoader(ScalaCompiler.urls(classes :: libraries), ClassLoader.getPlatformClassLoader)
      sources.flatMap(source => tests(loader.loadClass(className(source)))).asJava
    }
  }

  private val sources: List[Path] = {
    val all = Files.list(Path.of("src/test/scala-3.7"))
    try all.iterator.asScala.toList.sorted
    finally all.close()
  }

  private def className(source: Path): String = s"varvel.newer.${source.getFileName.toString.stripSuffix(".scala")}"

  /** The class has the annotations of another loader, so they are compared by name. */
  private def tests(found: Class[?]): List[DynamicTest] = {
    val methods = found.getDeclaredMethods.toList.filter(_.getAnnotations.exists(_.annotationType.getName == classOf[Test].getName))
    Assertions.assertNotEquals(Nil, methods)
    methods.map { method =>
      DynamicTest.dynamicTest(s"${found.getSimpleName}.${method.getName}", () =>
        try method.invoke(found.getDeclaredConstructor().newInstance())
        catch { case error: java.lang.reflect.InvocationTargetException => throw error.getCause }
      )
    }
  }
}
